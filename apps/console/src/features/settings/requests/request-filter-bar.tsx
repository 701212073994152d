import { REQUEST_KINDS, REQUEST_METHODS } from '@plinth/contract'
import { X } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { Select } from '../../../ui/select.tsx'
import { areFiltered, isWrongId, type RequestFilters, STATUSES, TIMES } from './request-filters.ts'
import { KIND_WORDS, requestStrings } from './strings.ts'

const words = requestStrings.filters
const ANY = 'any'

interface RequestFilterBarProps {
  filters: RequestFilters
  tables: readonly string[]
  onChange: (filters: RequestFilters) => void
  onClear: () => void
}

interface ChoiceProps<V extends string> {
  label: string
  any: string
  value: V | undefined
  options: readonly { value: V; label: string }[]
  width: string
  onChoose: (value: V | undefined) => void
}

function Choice<V extends string>(props: ChoiceProps<V>) {
  const { value, any, onChoose } = props
  return (
    <Field label={props.label} className={props.width}>
      {(control) => (
        <Select<V | typeof ANY>
          {...control}
          value={value ?? ANY}
          options={[{ value: ANY, label: any }, ...props.options]}
          onValueChange={(next) => onChoose(next === ANY ? undefined : (next as V))}
        />
      )}
    </Field>
  )
}

type PartProps = Pick<RequestFilterBarProps, 'filters' | 'onChange'>

function Moments({ filters, onChange }: PartProps) {
  return (['from', 'to'] as const).map((name) => (
    <Field key={name} label={words[name]} className="w-48">
      {(control) => (
        <Input
          {...control}
          type="datetime-local"
          value={filters[name]}
          onChange={(event) => onChange({ ...filters, [name]: event.target.value })}
        />
      )}
    </Field>
  ))
}

function RequestIdField({ filters, onChange }: PartProps) {
  const { requestId } = filters
  return (
    <Field
      label={words.requestId}
      error={isWrongId(requestId) ? words.wrongId : undefined}
      className="w-64"
    >
      {(control) => (
        <Input
          {...control}
          autoComplete="off"
          spellCheck={false}
          placeholder={words.requestIdHint}
          value={requestId}
          onChange={(event) => onChange({ ...filters, requestId: event.target.value })}
          className="font-mono text-xs"
        />
      )}
    </Field>
  )
}

const same = <V extends string>(value: V) => ({ value, label: value })

/** Which requests are shown; every choice stands in the address. */
export function RequestFilterBar({ filters, tables, onChange, onClear }: RequestFilterBarProps) {
  const { method, table, status, kind, time } = filters
  const known = table === undefined || tables.includes(table) ? tables : [...tables, table]
  return (
    <search aria-label={words.label} className="mb-4 flex flex-wrap items-start gap-3">
      <Choice
        label={words.method}
        any={words.anyMethod}
        value={method}
        options={REQUEST_METHODS.map(same)}
        width="w-28"
        onChoose={(next) => onChange({ ...filters, method: next })}
      />
      <Choice
        label={words.table}
        any={words.anyTable}
        value={table}
        options={known.map(same)}
        width="w-40"
        onChoose={(next) => onChange({ ...filters, table: next })}
      />
      <Choice
        label={words.status}
        any={words.anyStatus}
        value={status}
        options={STATUSES.map((value) => ({ value, label: words.statuses[value] }))}
        width="w-40"
        onChoose={(next) => onChange({ ...filters, status: next })}
      />
      <Choice
        label={words.kind}
        any={words.anyKind}
        value={kind}
        options={REQUEST_KINDS.map((value) => ({ value, label: KIND_WORDS[value] }))}
        width="w-32"
        onChoose={(next) => onChange({ ...filters, kind: next })}
      />
      <Field label={words.time} className="w-36">
        {(control) => (
          <Select
            {...control}
            value={time}
            options={TIMES.map((value) => ({ value, label: words.times[value] }))}
            onValueChange={(next) => onChange({ ...filters, time: next })}
          />
        )}
      </Field>
      {time === 'custom' ? <Moments filters={filters} onChange={onChange} /> : null}
      <RequestIdField filters={filters} onChange={onChange} />
      {areFiltered(filters) ? (
        <Button variant="ghost" onClick={onClear} className="mt-5.5">
          <X aria-hidden="true" />
          {words.clear}
        </Button>
      ) : null}
    </search>
  )
}
