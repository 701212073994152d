import { BUDGET_KINDS, type BudgetKind, type SavedBudget } from '@plinth/contract'
import { type FormEvent, useId, useState } from 'react'
import { BUDGET_LABELS } from '../../../state/budget.ts'
import { Dialog, DialogFooter } from '../../../ui/dialogs/dialog.tsx'
import { NumberInput } from '../../../ui/forms/number-input.tsx'
import { Button } from '../../../ui/primitives/button.tsx'
import { FormProblem } from '../panel/form-notes.tsx'
import { type BudgetValue, toChoices, toValues } from './budget-values.ts'
import { usageStrings } from './strings.ts'
import { useSaveBudget } from './use-save-budget.ts'

const strings = usageStrings.dialog
const unitOf = (kind: BudgetKind) => (kind === 'bytes' ? ` (${strings.inMegabytes})` : '')

interface BudgetRowProps {
  kind: BudgetKind
  value: BudgetValue
  /** Whether the budget may be left to the organisation. */
  hasDefaults: boolean
  onChange: (value: BudgetValue) => void
}

function BudgetRow({ kind, value, hasDefaults, onChange }: BudgetRowProps) {
  const id = useId()
  const name = BUDGET_LABELS[kind]
  const isOff = hasDefaults && value.isDefault
  const limit = (level: 'soft' | 'hard', label: string) => (
    <td className="w-32 py-1.5 pl-3">
      <label htmlFor={`${id}-${level}`} className="sr-only">
        {label}
      </label>
      <NumberInput
        id={`${id}-${level}`}
        min={0}
        step="any"
        disabled={isOff}
        value={isOff ? null : value[level]}
        placeholder={isOff ? '' : usageStrings.none}
        onValueChange={(next) => onChange({ ...value, [level]: next })}
      />
    </td>
  )
  return (
    <tr>
      <th scope="row" className="py-1.5 pr-3 text-left text-sm font-medium">
        {name}
        {unitOf(kind)}
      </th>
      {hasDefaults ? (
        <td className="py-1.5">
          <input
            type="checkbox"
            aria-label={strings.defaultFor(name)}
            className="ring-focus block size-4 accent-accent"
            checked={value.isDefault}
            onChange={(event) => onChange({ ...value, isDefault: event.target.checked })}
          />
        </td>
      ) : null}
      {kind === 'logDays' ? <td /> : limit('soft', strings.softOf(name))}
      {limit('hard', strings.hardOf(name))}
    </tr>
  )
}

interface BudgetFormProps {
  ofDefaults: boolean
  budget: SavedBudget
  onClose: () => void
}

function BudgetForm({ ofDefaults, budget, onClose }: BudgetFormProps) {
  const [revision, setRevision] = useState(budget.revision)
  const [values, setValues] = useState(() => toValues(budget.choices))
  const hasDefaults = !ofDefaults
  const { save, busy, problem } = useSaveBudget({
    ofDefaults,
    revision,
    onDone: onClose,
    onStale: (saved) => {
      setRevision(saved.revision)
      setValues(toValues(saved.choices))
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save(toChoices(values, { hasDefaults }))
  }
  return (
    <form noValidate onSubmit={submit}>
      <div className="flex flex-col gap-4 px-5 pt-4">
        <table className="w-full border-collapse">
          <thead>
            <tr className="text-left text-xs text-fg-2">
              <th scope="col" className="pb-1 font-normal">
                {usageStrings.columns.kind}
              </th>
              {hasDefaults ? (
                <th scope="col" className="pb-1 font-normal">
                  {strings.default}
                </th>
              ) : null}
              <th scope="col" className="pb-1 pl-3 font-normal">
                {usageStrings.columns.soft}
              </th>
              <th scope="col" className="pb-1 pl-3 font-normal">
                {usageStrings.columns.hard}
              </th>
            </tr>
          </thead>
          <tbody>
            {BUDGET_KINDS.map((kind) => (
              <BudgetRow
                key={kind}
                kind={kind}
                hasDefaults={hasDefaults}
                value={values[kind]}
                onChange={(value) => setValues({ ...values, [kind]: value })}
              />
            ))}
          </tbody>
        </table>
        <FormProblem>{problem}</FormProblem>
      </div>
      <DialogFooter>
        <Button onClick={onClose}>{strings.cancel}</Button>
        <Button type="submit" variant="primary" busy={busy}>
          {strings.save}
        </Button>
      </DialogFooter>
    </form>
  )
}

interface BudgetDialogProps {
  ofDefaults: boolean
  open: boolean
  /** Undefined while it is loading. */
  budget: SavedBudget | undefined
  onClose: () => void
}

/** Edits a project's own budgets, or the organisation's defaults. */
export function BudgetDialog({ ofDefaults, open, budget, onClose }: BudgetDialogProps) {
  return (
    <Dialog
      open={open && budget !== undefined}
      onOpenChange={onClose}
      className="w-165"
      title={ofDefaults ? strings.defaultsTitle : strings.title}
      description={ofDefaults ? strings.defaultsDescription : strings.description}
    >
      {budget ? <BudgetForm {...{ ofDefaults, budget, onClose }} /> : null}
    </Dialog>
  )
}
