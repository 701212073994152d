import { type PropertyProps, textOf } from '../property/property.ts'
import { ChoiceList } from './choice-list.tsx'

export function RadioField({ label, property, value, onChange }: PropertyProps) {
  return (
    <ChoiceList
      label={label}
      type="radio"
      options={property.ui.options ?? []}
      chosen={[textOf(value)]}
      onToggle={onChange}
    />
  )
}
