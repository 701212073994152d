import { Field } from '../../../../ui/forms/field.tsx'
import { Input } from '../../../../ui/forms/input.tsx'
import { type PropertyProps, textOf } from '../property/property.ts'

const STANDARD = { date: '', time: '', color: '#000000' } as const

/** Native inputs, which use the browser's pickers and the user's locale. */
function nativeField(type: keyof typeof STANDARD) {
  return function NativeField({ label, value, onChange }: PropertyProps) {
    return (
      <Field label={label}>
        {(control) => (
          <Input
            {...control}
            type={type}
            value={textOf(value) || STANDARD[type]}
            onChange={(event) => onChange(event.target.value)}
            className={type === 'color' ? 'w-16 px-1' : 'tabular-nums'}
          />
        )}
      </Field>
    )
  }
}

export const DateField = nativeField('date')
export const TimeField = nativeField('time')
export const ColorField = nativeField('color')
