import { ApiError } from '@plinth/client'
import { MAX_GROUP_RULES, type SsoGroups } from '@plinth/contract'
import { Plus } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { isUnconfirmed } from '../../../api/recent-proof.ts'
import { Dialog, DialogClose, DialogFooter } from '../../../ui/dialogs/dialog.tsx'
import { CheckedForm } from '../../../ui/forms/checked-form.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { Input } from '../../../ui/forms/input.tsx'
import { Button } from '../../../ui/primitives/button.tsx'
import { useSaveGroups } from './groups-queries.ts'
import { groupsStrings as strings } from './groups-strings.ts'
import { type EditedRule, RuleRow } from './rule-row.tsx'

type Problems = Readonly<Record<string, string>>

/** Messages by `claim`, by the index of a rule, or for the whole form. */
function problemsOf(error: Error | null): Problems {
  if (error === null || isUnconfirmed(error)) return {}
  if (!(error instanceof ApiError)) return { form: strings.unreachable }
  if (error.code === 'stale') return { form: strings.stale }
  const [issue] = Array.isArray(error.details) ? error.details : []
  const [field, index] = String(issue?.path ?? '').split('.')
  if (field === 'claim') return { claim: issue.message }
  return field === 'rules' && index ? { [index]: issue.message } : { form: error.message }
}

/** The revision that a save is based on: that of the other admin once the person has read of it. */
function revisionOf(error: Error | null, shown: number): number {
  if (!(error instanceof ApiError) || error.code !== 'stale') return shown
  return (error.details as { revision: number }).revision
}

function useRules(groups: SsoGroups) {
  const nextKey = useRef(groups.rules.length)
  const [rules, setRules] = useState<EditedRule[]>(() =>
    groups.rules.map((rule, key) => ({ ...rule, key })),
  )
  return {
    rules,
    add: () => {
      const key = nextKey.current++
      const added = { key, group: '', projectId: '', projectName: '', role: 'developer' as const }
      setRules((now) => [...now, added])
    },
    change: (key: number, change: Partial<EditedRule>) =>
      setRules((now) => now.map((rule) => (rule.key === key ? { ...rule, ...change } : rule))),
    remove: (key: number) => setRules((now) => now.filter((rule) => rule.key !== key)),
  }
}

function GroupsForm({ groups, onClose }: { groups: SsoGroups; onClose: () => void }) {
  const saving = useSaveGroups()
  const { rules, add, change, remove } = useRules(groups)
  const [claim, setClaim] = useState(groups.claim)
  const [isMissing, setMissing] = useState(false)
  const isFixed = groups.source === 'settings'
  const problems = isMissing ? { form: strings.projectMissing } : problemsOf(saving.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (saving.isPending) return
    const without = rules.some(({ projectId }) => projectId === '')
    setMissing(without)
    if (without) return
    saving.mutate(
      {
        revision: revisionOf(saving.error, groups.revision),
        ...(isFixed ? {} : { claim }),
        rules: rules.map(({ group, projectId, role }) => ({ group, projectId, role })),
      },
      { onSuccess: onClose },
    )
  }
  return (
    <CheckedForm onSubmit={submit}>
      <div className="flex max-h-[60vh] flex-col gap-3.5 overflow-y-auto px-5 pt-3 pb-1">
        <Field
          label={strings.claim}
          hint={isFixed ? strings.claimFixed : undefined}
          error={problems.claim}
        >
          {(control) => (
            <Input
              {...control}
              value={claim}
              disabled={isFixed}
              required
              maxLength={100}
              autoComplete="off"
              onChange={({ target }) => setClaim(target.value)}
            />
          )}
        </Field>
        <ul className="flex flex-col gap-2.5">
          {rules.map((rule, index) => (
            <RuleRow
              key={rule.key}
              at={index + 1}
              rule={rule}
              error={problems[String(index)]}
              onChange={(changed) => change(rule.key, changed)}
              onRemove={() => remove(rule.key)}
            />
          ))}
        </ul>
        <div>
          <Button size="sm" disabled={rules.length >= MAX_GROUP_RULES} onClick={add}>
            <Plus aria-hidden="true" />
            {strings.add}
          </Button>
        </div>
        {problems.form ? (
          <p role="alert" className="text-sm text-danger-text">
            {problems.form}
          </p>
        ) : null}
      </div>
      <DialogFooter>
        <DialogClose>
          <Button>{strings.cancel}</Button>
        </DialogClose>
        <Button type="submit" variant="primary" busy={saving.isPending}>
          {strings.save}
        </Button>
      </DialogFooter>
    </CheckedForm>
  )
}

interface GroupsDialogProps {
  open: boolean
  groups: SsoGroups
  onClose: () => void
}

/** Sets what groups of the identity provider give people in projects. */
export function GroupsDialog({ open, groups, onClose }: GroupsDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title={strings.dialogTitle}
      description={strings.dialogText}
      className="w-180!"
    >
      <GroupsForm groups={groups} onClose={onClose} />
    </Dialog>
  )
}
