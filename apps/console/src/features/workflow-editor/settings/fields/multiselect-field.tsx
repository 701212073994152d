import type { PropertyProps } from '../property/property.ts'
import { ChoiceList } from './choice-list.tsx'

export function MultiselectField({ label, property, value, onChange }: PropertyProps) {
  const chosen = Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
  const options = property.ui.options ?? []
  const toggle = (toggled: string, isChosen: boolean) =>
    onChange(
      options
        .map((option) => option.value)
        .filter((one) => (one === toggled ? isChosen : chosen.includes(one))),
    )
  return (
    <ChoiceList label={label} type="checkbox" options={options} chosen={chosen} onToggle={toggle} />
  )
}
