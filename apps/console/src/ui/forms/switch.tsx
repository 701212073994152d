import { Root, Thumb } from 'radix-ui/switch'
import { useId } from 'react'
import type { FieldControl } from './field.tsx'

interface SwitchProps extends Partial<FieldControl> {
  checked: boolean
  disabled?: boolean
  onCheckedChange: (checked: boolean) => void
}

export function Switch(props: SwitchProps) {
  return (
    <Root
      {...props}
      className="ring-focus h-4.5 w-8 shrink-0 rounded-full bg-line-strong transition-colors duration-100 data-[state=checked]:bg-accent disabled:opacity-60"
    >
      <Thumb className="block size-3.5 translate-x-0.5 rounded-full bg-white shadow-1 transition-transform duration-100 ease-out data-[state=checked]:translate-x-4" />
    </Root>
  )
}

interface SwitchRowProps {
  label: string
  hint?: string | undefined
  /** Shown in place of the hint. */
  error?: string | undefined
  checked: boolean
  disabled?: boolean
  onCheckedChange: (checked: boolean) => void
}

/** A switch with a label before it. */
export function SwitchRow({ label, hint, error, ...control }: SwitchRowProps) {
  const id = useId()
  const described = hint || error ? { 'aria-describedby': `${id}-hint` } : {}
  return (
    <div className="flex min-h-8 shrink-0 items-center justify-between gap-4">
      <div className="min-w-0">
        <label htmlFor={id} className="block text-sm">
          {label}
        </label>
        {error ? (
          <p id={`${id}-hint`} role="alert" className="text-xs text-danger-text">
            {error}
          </p>
        ) : null}
        {hint && !error ? (
          <p id={`${id}-hint`} className="text-xs text-fg-3">
            {hint}
          </p>
        ) : null}
      </div>
      <Switch id={id} {...control} {...described} {...(error ? { 'aria-invalid': true } : {})} />
    </div>
  )
}
