import { OPERATIONS, type RuleTest } from '@plinth/contract'
import { Field } from '../../../ui/forms/field.tsx'
import { Input } from '../../../ui/forms/input.tsx'
import { Select } from '../../../ui/forms/select.tsx'
import { Segmented } from '../../../ui/primitives/segmented.tsx'
import { JsonOption } from '../fields/json-option.tsx'
import { ruleTestStrings as strings } from '../strings/rule-test-strings.ts'

interface RuleTestFormProps {
  test: RuleTest
  onChange: (change: Partial<RuleTest>) => void
  /** Called when a JSON input becomes invalid or valid. */
  onBroken: (part: string, isBroken: boolean) => void
}

const EXPECTED = [
  { value: 'allow', label: strings.allow },
  { value: 'deny', label: strings.deny },
] as const
const CALLERS = [
  { value: 'guest', label: strings.guest },
  { value: 'user', label: strings.signedIn },
] as const
const OPERATION_OPTIONS = OPERATIONS.map((value) => ({ value, label: strings.operations[value] }))

function isRecord(value: unknown): value is RuleTest['row'] {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The rows of other tables are arrays by table; every other part is one row. */
function fits(part: string, value: unknown): value is RuleTest['row'] {
  if (!isRecord(value)) return false
  if (part !== 'others') return true
  return Object.values(value).every((rows) => Array.isArray(rows) && rows.every(isRecord))
}

function Choice<V extends string>(props: {
  label: string
  value: V
  options: readonly { value: V; label: string }[]
  onChange: (value: V) => void
}) {
  return (
    <div className="flex flex-col gap-1.5">
      <span aria-hidden="true" className="text-xs text-fg-2">
        {props.label}
      </span>
      <Segmented {...props} onValueChange={props.onChange} />
    </div>
  )
}

function useParts({ test, onChange, onBroken }: RuleTestFormProps) {
  return (part: 'user' | 'row' | 'change' | 'others', label: string) => (
    <JsonOption
      key={part}
      label={label}
      value={test[part] ?? {}}
      onChange={(value) => {
        onBroken(part, !fits(part, value))
        if (fits(part, value)) onChange({ [part]: value })
      }}
    />
  )
}

/** A form for a rule test: user, operation, row and expected result. */
export function RuleTestForm(props: RuleTestFormProps) {
  const { test, onChange } = props
  const part = useParts(props)
  return (
    <div className="flex flex-col gap-3 pt-1 pb-3">
      <div className="grid grid-cols-[1fr_9rem] gap-3">
        <Field label={strings.name}>
          {(control) => (
            <Input
              {...control}
              autoComplete="off"
              maxLength={200}
              placeholder={strings.namePlaceholder}
              value={test.name}
              onChange={(event) => onChange({ name: event.target.value })}
            />
          )}
        </Field>
        <Field label={strings.operation}>
          {(control) => (
            <Select
              {...control}
              value={test.operation}
              options={OPERATION_OPTIONS}
              onValueChange={(operation) => onChange({ operation })}
            />
          )}
        </Field>
      </div>
      <div className="flex gap-6">
        <Choice
          label={strings.user}
          value={test.user ? 'user' : 'guest'}
          options={CALLERS}
          onChange={(caller) => onChange({ user: caller === 'user' ? { id: 'ada' } : null })}
        />
        <Choice
          label={strings.expected}
          value={test.expected}
          options={EXPECTED}
          onChange={(expected) => onChange({ expected })}
        />
      </div>
      {test.user ? part('user', strings.userFields) : null}
      {part('row', test.operation === 'create' ? strings.rowSent : strings.row)}
      {test.operation === 'update' ? part('change', strings.change) : null}
      {part('others', strings.others)}
      <p className="-mt-2 text-xs text-fg-3">{strings.othersHint}</p>
    </div>
  )
}
