import { useId } from 'react'
import { Switch } from './switch.tsx'

interface SwitchRowProps {
  label: string
  hint?: string | undefined
  checked: boolean
  disabled?: boolean
  onCheckedChange: (checked: boolean) => void
}

/** A switch with its words before it. */
export function SwitchRow({ label, hint, ...control }: SwitchRowProps) {
  const id = useId()
  return (
    <div className="flex min-h-8 items-center justify-between gap-4">
      <div className="min-w-0">
        <label htmlFor={id} className="block text-sm">
          {label}
        </label>
        {hint ? (
          <p id={`${id}-hint`} className="text-xs text-fg-3">
            {hint}
          </p>
        ) : null}
      </div>
      <Switch id={id} {...control} {...(hint ? { 'aria-describedby': `${id}-hint` } : {})} />
    </div>
  )
}
