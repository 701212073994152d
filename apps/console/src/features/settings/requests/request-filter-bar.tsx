import { REQUEST_KINDS, REQUEST_METHODS } from '@plinth/contract'
import { X } from 'lucide-react'
import { Field } from '../../../ui/forms/field.tsx'
import { FilterChoice } from '../../../ui/forms/filter-choice.tsx'
import { FilterTime } from '../../../ui/forms/filter-time.tsx'
import { Input } from '../../../ui/forms/input.tsx'
import { Button } from '../../../ui/primitives/button.tsx'
import {
  areRequestsFiltered,
  isWrongId,
  REQUEST_TIMES,
  type RequestFilters,
  STATUSES,
} from './request-filters.ts'
import { CALLER_LABELS, requestStrings } from './strings.ts'

const words = requestStrings.filters

interface RequestFilterBarProps {
  filters: RequestFilters
  tables: readonly string[]
  onChange: (filters: RequestFilters) => void
  onClear: () => void
}

function RequestIdField({
  filters,
  onChange,
}: Pick<RequestFilterBarProps, 'filters' | 'onChange'>) {
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

/** Filters of the request list, stored in the URL. */
export function RequestFilterBar({ filters, tables, onChange, onClear }: RequestFilterBarProps) {
  const { method, table, status, kind } = filters
  const known = table === undefined || tables.includes(table) ? tables : [...tables, table]
  return (
    <search aria-label={words.label} className="mb-4 flex flex-wrap items-start gap-3">
      <FilterChoice
        label={words.method}
        any={words.anyMethod}
        value={method}
        options={REQUEST_METHODS.map(same)}
        width="w-28"
        onChoose={(next) => onChange({ ...filters, method: next })}
      />
      <FilterChoice
        label={words.table}
        any={words.anyTable}
        value={table}
        options={known.map(same)}
        width="w-40"
        onChoose={(next) => onChange({ ...filters, table: next })}
      />
      <FilterChoice
        label={words.status}
        any={words.anyStatus}
        value={status}
        options={STATUSES.map((value) => ({ value, label: words.statuses[value] }))}
        width="w-40"
        onChoose={(next) => onChange({ ...filters, status: next })}
      />
      <FilterChoice
        label={words.kind}
        any={words.anyKind}
        value={kind}
        options={REQUEST_KINDS.map((value) => ({ value, label: CALLER_LABELS[value] }))}
        width="w-32"
        onChoose={(next) => onChange({ ...filters, kind: next })}
      />
      <FilterTime
        words={words}
        times={REQUEST_TIMES}
        filters={filters}
        width="w-36"
        onChange={onChange}
      />
      <RequestIdField filters={filters} onChange={onChange} />
      {areRequestsFiltered(filters) ? (
        <Button variant="ghost" onClick={onClear} className="mt-5.5">
          <X aria-hidden="true" />
          {words.clear}
        </Button>
      ) : null}
    </search>
  )
}
