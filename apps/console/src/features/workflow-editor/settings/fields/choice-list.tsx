import { useId } from 'react'

interface ChoiceListProps {
  label: string
  type: 'checkbox' | 'radio'
  options: readonly { value: string; label: string }[]
  chosen: readonly string[]
  onToggle: (value: string, isChosen: boolean) => void
}

/** A list of checkboxes or radio buttons. */
export function ChoiceList({ label, type, options, chosen, onToggle }: ChoiceListProps) {
  const name = useId()
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="pb-1 text-xs text-fg-2">{label}</legend>
      {options.map((option) => (
        <label key={option.value} className="flex min-h-6 items-center gap-2 text-sm">
          <input
            type={type}
            name={name}
            checked={chosen.includes(option.value)}
            onChange={(event) => onToggle(option.value, event.target.checked)}
            className="ring-focus size-3.5 rounded-sm accent-(--accent)"
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  )
}
