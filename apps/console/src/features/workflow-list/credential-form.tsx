import { CREDENTIAL_GROUPS, type Credential, type CredentialType } from '@plinth/contract'
import { useId } from 'react'
import { credentialTypeName } from '../../state/credentials/credential-type-name.ts'
import { LazyJsonTextEditor } from '../../ui/code/lazy-json-text-editor.tsx'
import { DialogFooter } from '../../ui/dialogs/dialog.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { GroupedSelect } from '../../ui/forms/grouped-select.tsx'
import { Input } from '../../ui/forms/input.tsx'
import { Button } from '../../ui/primitives/button.tsx'
import { cn } from '../../ui/primitives/cn.ts'
import { CredentialConnection } from './connection/credential-connection.tsx'
import { readData } from './credential-data.ts'
import { CredentialFields } from './credential-fields.tsx'
import { credentialHints } from './credential-hints.ts'
import { CredentialIcon } from './credential-icon.tsx'
import { CredentialTest } from './credential-test.tsx'
import { workflowListStrings as strings } from './strings.ts'
import { useCredentialForm } from './use-credential-form.ts'
import { useCredentialTest } from './use-credential-test.ts'
import { WorkflowProblem } from './workflow-problem.tsx'

const words = strings.credential
const GROUPS = CREDENTIAL_GROUPS.map(({ label, types }) => ({
  label,
  values: types as readonly CredentialType[],
}))

/** Space is reserved for these hints, so that the dialog does not resize while typing. */
const MAX_HINTS = 4

type Form = ReturnType<typeof useCredentialForm>

function DataField({ form }: { form: Form }) {
  const id = useId()
  const { type, text, data } = form.values
  const valid = readData(text) !== undefined
  const hints = valid
    ? credentialHints({ type, data, before: form.basedOn })
    : [strings.hints.notJson]
  return (
    <div className="flex flex-col gap-1.5">
      <span className="text-xs text-fg-2">{words.data}</span>
      <LazyJsonTextEditor
        label={words.data}
        value={text}
        onChange={form.setText}
        height={type === 'oauth2' ? 'h-48' : 'h-75'}
        invalid={!valid}
        describedBy={id}
      />
      <ul id={id} className="min-h-17 text-xs leading-4.25 text-fg-2">
        {hints.slice(0, MAX_HINTS).map((hint) => (
          <li key={hint}>{hint}</li>
        ))}
      </ul>
    </div>
  )
}

/** Offers to take another user's version or to overwrite it. */
function StaleNote({ form }: { form: Form }) {
  if (!form.stale) return null
  return (
    <section
      role="alert"
      className="flex items-center gap-2 rounded-lg border border-warn-line bg-warn-soft px-3 py-2 text-xs"
    >
      <p className="mr-auto font-medium text-warn-text">{words.stale}</p>
      <Button size="sm" onClick={form.takeTheirs}>
        {words.takeTheirs}
      </Button>
      <Button size="sm" onClick={form.keepMine}>
        {words.keepMine}
      </Button>
    </section>
  )
}

interface CredentialFormProps {
  /** The credential to edit; undefined creates one. */
  credential: Credential | undefined
  /** The type of a new one. */
  type?: CredentialType
  /** The address that a new one is for. */
  url?: string | undefined
  onSaved?: (credential: Credential) => void
  onDone: () => void
}

export function CredentialForm({ onDone, ...options }: CredentialFormProps) {
  const { credential } = options
  const form = useCredentialForm(options, onDone)
  const test = useCredentialTest(form.values, form.basedOn)
  const { name, type } = form.values
  const isOauth = type === 'oauth2'
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!form.busy) form.save()
      }}
    >
      <div className="flex flex-col gap-3.5 px-5 pt-4">
        <div className="grid grid-cols-2 gap-5 max-sm:grid-cols-1">
          <Field label={words.name} required>
            {(control) => (
              <Input
                {...control}
                value={name}
                onChange={(event) => form.setName(event.target.value)}
                data-autofocus
                maxLength={120}
                autoComplete="off"
              />
            )}
          </Field>
          <Field label={words.type}>
            {(control) => (
              <GroupedSelect
                {...control}
                value={type}
                groups={GROUPS}
                iconOf={(option) => <CredentialIcon type={option} />}
                labelOf={credentialTypeName}
                onValueChange={form.setType}
              />
            )}
          </Field>
        </div>
        <div className="grid grid-cols-2 gap-5 max-sm:grid-cols-1">
          <div className={cn('flex flex-col gap-3', isOauth ? 'sm:h-130' : 'sm:h-99')}>
            <CredentialFields form={form} />
            <CredentialTest test={test} />
          </div>
          <div className="flex min-w-0 flex-col gap-3">
            <DataField form={form} />
            {isOauth ? (
              <CredentialConnection
                credential={form.basedOn}
                isChanged={form.isChanged}
                isOpen={!form.values.data.clientId && !form.values.data.service}
                onRegistered={form.rebase}
              />
            ) : null}
          </div>
        </div>
        <StaleNote form={form} />
        <WorkflowProblem>{form.problem}</WorkflowProblem>
      </div>
      <DialogFooter>
        <Button onClick={onDone}>{strings.cancel}</Button>
        <Button type="submit" variant="primary" busy={form.busy}>
          {credential ? words.update : words.save}
        </Button>
      </DialogFooter>
    </form>
  )
}
