import { ENVIRONMENT_NAMES } from '@plinth/contract'
import { Field } from '../../../ui/forms/field.tsx'
import { Input } from '../../../ui/forms/input.tsx'
import { Select } from '../../../ui/forms/select.tsx'
import { Button } from '../../../ui/primitives/button.tsx'
import { ANY, type AuditFilter, NO_AUDIT_FILTER } from './audit-filter.ts'
import { useAuditFilters } from './audit-query.ts'
import { auditStrings as strings } from './strings.ts'

interface AuditFilterBarProps {
  filter: AuditFilter
  onChange: (filter: AuditFilter) => void
}

function useChoices() {
  const { data } = useAuditFilters()
  const people = data?.people ?? []
  const areas = data?.areas ?? []
  return {
    people: [
      { value: ANY, label: strings.anyone },
      ...people.map(({ id, email }) => ({ value: id, label: email })),
    ],
    areas: [
      { value: ANY, label: strings.everything },
      ...areas.map((area) => ({ value: area, label: strings.areaName(area) })),
    ],
  }
}

const ENVIRONMENTS = [
  { value: ANY, label: strings.anyEnvironment },
  ...ENVIRONMENT_NAMES.map((name) => ({ value: name, label: name })),
] as const

/** Filters by person, area, environment and date. */
export function AuditFilterBar({ filter, onChange }: AuditFilterBarProps) {
  const { people, areas } = useChoices()
  const set = (part: Partial<AuditFilter>) => onChange({ ...filter, ...part })
  const narrowed = Object.entries(NO_AUDIT_FILTER).some(
    ([name, value]) => filter[name as keyof AuditFilter] !== value,
  )
  return (
    <fieldset className="mb-3 flex flex-wrap items-end gap-2">
      <legend className="sr-only">{strings.filters}</legend>
      <Field label={strings.person} className="w-64">
        {(control) => (
          <Select
            {...control}
            value={filter.person}
            options={people}
            onValueChange={(person) => set({ person })}
          />
        )}
      </Field>
      <Field label={strings.area} className="w-44">
        {(control) => (
          <Select
            {...control}
            value={filter.area}
            options={areas}
            onValueChange={(area) => set({ area })}
          />
        )}
      </Field>
      <Field label={strings.columns.environment} className="w-36">
        {(control) => (
          <Select
            {...control}
            value={filter.environment}
            options={ENVIRONMENTS}
            onValueChange={(environment) => set({ environment })}
          />
        )}
      </Field>
      {(['from', 'to'] as const).map((name) => (
        <Field key={name} label={strings[name]} className="w-36">
          {(control) => (
            <Input
              {...control}
              type="date"
              value={filter[name]}
              onChange={(event) => set({ [name]: event.target.value })}
            />
          )}
        </Field>
      ))}
      {narrowed ? (
        <Button variant="ghost" onClick={() => onChange(NO_AUDIT_FILTER)}>
          {strings.clear}
        </Button>
      ) : null}
    </fieldset>
  )
}
