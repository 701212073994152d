import { Field } from './field.tsx'
import { Select } from './select.tsx'

/** Starts with a space, so that no value equals it. */
const ANY = ' any'

interface FilterChoiceProps<V extends string> {
  label: string
  any: string
  value: V | undefined
  options: readonly { value: V; label: string }[]
  width: string
  onChoose: (value: V | undefined) => void
}

/** A filter with one of several values, or any. */
export function FilterChoice<V extends string>(props: FilterChoiceProps<V>) {
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
