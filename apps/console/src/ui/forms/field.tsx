import { type ReactNode, useId } from 'react'
import { cn } from '../primitives/cn.ts'
import { useInvalidMessage } from './invalid-controls.ts'

export interface FieldControl {
  id: string
  required?: boolean
  'aria-invalid'?: boolean
  'aria-describedby'?: string
}

interface FieldProps {
  label: string
  required?: boolean
  hint?: string | undefined
  error?: string | undefined
  /** Shown at the right end of the label. */
  aside?: ReactNode
  className?: string
  children: (control: FieldControl) => ReactNode
}

/** A control with label, hint and error, linked for screen readers. */
export function Field({ label, required, hint, aside, className, children, ...rest }: FieldProps) {
  const id = useId()
  const invalid = useInvalidMessage(id, label)
  const error = invalid ?? rest.error
  const describedBy = error ? `${id}-error` : hint ? `${id}-hint` : undefined
  return (
    <div className={cn('flex flex-col gap-1.5', className)}>
      <div className="flex items-baseline justify-between gap-3">
        <label htmlFor={id} className="text-xs text-fg-2">
          {label}
          {required ? (
            <span aria-hidden="true" className="pl-0.5 text-danger-text">
              *
            </span>
          ) : null}
        </label>
        {aside}
      </div>
      {children({
        id,
        ...(required ? { required } : {}),
        ...(error ? { 'aria-invalid': true } : {}),
        ...(describedBy ? { 'aria-describedby': describedBy } : {}),
      })}
      {error ? (
        <p id={`${id}-error`} role="alert" className="text-xs text-danger-text">
          {error}
        </p>
      ) : null}
      {hint && !error ? (
        <p id={`${id}-hint`} className="text-xs text-fg-3">
          {hint}
        </p>
      ) : null}
    </div>
  )
}
