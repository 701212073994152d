import { Field } from '../../../../ui/forms/field.tsx'
import { Select } from '../../../../ui/forms/select.tsx'
import { type PropertyProps, textOf } from '../property/property.ts'

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
