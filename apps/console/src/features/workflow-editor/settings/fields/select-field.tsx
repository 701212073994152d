import { Field } from '../../../../ui/field.tsx'
import { Select } from '../../../../ui/select.tsx'
import { type PropertyProps, textOf } from '../property.ts'

export function SelectField({ label, property, value, onChange }: PropertyProps) {
  return (
    <Field label={label}>
      {(control) => (
        <Select
          {...control}
          value={textOf(value)}
          options={property.ui.options ?? []}
          onValueChange={onChange}
        />
      )}
    </Field>
  )
}
