import { Field } from './field.tsx'
import { Input } from './input.tsx'
import { Select } from './select.tsx'

interface TimeFilters<Time extends string> {
  time: Time | 'custom'
  from: string
  to: string
}

interface FilterTimeProps<Time extends string, Filters extends TimeFilters<Time>> {
  words: { time: string; from: string; to: string; times: Readonly<Record<Time, string>> }
  times: readonly Time[]
  filters: Filters
  width: string
  onChange: (filters: Filters) => void
}

/** A filter with one of several periods; a custom one has from and to inputs. */
export function FilterTime<Time extends string, Filters extends TimeFilters<Time>>(
  props: FilterTimeProps<Time, Filters>,
) {
  const { words, times, filters, onChange } = props
  const moments = filters.time === 'custom' ? (['from', 'to'] as const) : []
  return (
    <>
      <Field label={words.time} className={props.width}>
        {(control) => (
          <Select<Time | 'custom'>
            {...control}
            value={filters.time}
            options={times.map((value) => ({ value, label: words.times[value] }))}
            onValueChange={(time) => onChange({ ...filters, time })}
          />
        )}
      </Field>
      {moments.map((name) => (
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
      ))}
    </>
  )
}
