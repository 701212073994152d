import { Field } from '../../../../ui/forms/field.tsx'
import { NumberInput } from '../../../../ui/forms/number-input.tsx'
import { nodeSettingsStrings } from '../../strings/node-settings-strings.ts'
import type { PropertyProps } from '../property/property.ts'

export function NumberField({ label, property, value, onChange }: PropertyProps) {
  const { min, max, step, placeholder } = property.ui
  const number = typeof value === 'number' ? value : null
  const isOut =
    number !== null && ((min !== undefined && number < min) || (max !== undefined && number > max))
  return (
    <Field label={label} error={isOut ? nodeSettingsStrings.outOfRange(min, max) : undefined}>
      {(control) => (
        <NumberInput
          {...control}
          value={number}
          onValueChange={onChange}
          step={step}
          {...(min === undefined ? {} : { min })}
          {...(max === undefined ? {} : { max })}
          {...(placeholder ? { placeholder } : {})}
        />
      )}
    </Field>
  )
}
