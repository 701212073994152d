import { useId } from 'react'

interface SegmentedProps<V extends string> {
  label: string
  value: V
  options: readonly { value: V; label: string }[]
  onValueChange: (value: V) => void
}

/** Segmented control made of radio buttons, so that the arrow keys work. */
export function Segmented<V extends string>(props: SegmentedProps<V>) {
  const name = useId()
  return (
    <fieldset className="flex h-8 items-center rounded-md bg-active/70 p-0.5">
      <legend className="sr-only">{props.label}</legend>
      {props.options.map((option) => (
        <label key={option.value} className="relative">
          <input
            type="radio"
            name={name}
            checked={option.value === props.value}
            onChange={() => props.onValueChange(option.value)}
            className="peer absolute inset-0 size-full appearance-none rounded-[5px] outline-none"
          />
          <span className="pointer-events-none relative flex h-7 items-center rounded-[5px] px-2.5 text-xs font-medium text-fg-2 transition-colors duration-100 peer-checked:bg-segment peer-checked:text-fg peer-checked:shadow-1 peer-hover:text-fg peer-focus-visible:shadow-[0_0_0_1px_var(--surface),0_0_0_3px_color-mix(in_oklch,var(--accent)_55%,transparent)]">
            {option.label}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
