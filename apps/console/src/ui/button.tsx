import type { ComponentProps, MouseEvent } from 'react'
import { type ButtonSize, type ButtonVariant, buttonStyle } from './button-style.ts'
import { cn } from './cn.ts'
import { Spinner } from './spinner.tsx'

export interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant
  size?: ButtonSize
  /** Keeps the button's size and focus while its work goes on. */
  busy?: boolean
}

export function Button({
  variant,
  size,
  busy = false,
  type = 'button',
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      {...rest}
      type={type}
      className={cn(buttonStyle(variant, size), className)}
      onClick={press}
      {...(busy ? { 'aria-busy': true, 'aria-disabled': true } : {})}
    >
      <span className={cn('inline-flex items-center gap-[inherit]', busy && 'opacity-0')}>
        {children}
      </span>
      {busy ? <Spinner className="absolute" /> : null}
    </button>
  )
}
