import { Field } from './field.tsx'
import { Input } from './input.tsx'

interface Between {
  from: string
  to: string
}

interface FilterMomentsProps<F extends Between> {
  words: Between
  filters: F
  onChange: (filters: F) => void
}

/** From and to inputs of a custom time range. */
export function FilterMoments<F extends Between>(props: FilterMomentsProps<F>) {
  const { words, filters, onChange } = props
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
