import { ENVIRONMENT_NAMES } from '@plinth/contract'
import { Field } from '../../../../ui/forms/field.tsx'
import { Select } from '../../../../ui/forms/select.tsx'
import { type PropertyProps, textOf } from '../property/property.ts'

const OPTIONS = ENVIRONMENT_NAMES.map((name) => ({ value: name as string, label: name as string }))

export function EnvironmentPropertyField({ label, value, onChange }: PropertyProps) {
  return (
    <Field label={label}>
      {(control) => (
        <Select {...control} value={textOf(value)} options={OPTIONS} onValueChange={onChange} />
      )}
    </Field>
  )
}
