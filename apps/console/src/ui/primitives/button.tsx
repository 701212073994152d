import type { ComponentProps, MouseEvent } from 'react'
import { cn } from './cn.ts'
import { Spinner } from './spinner.tsx'

export type ButtonVariant = 'primary' | 'outline' | 'ghost' | 'danger' | 'danger-ghost'
export type ButtonSize = 'md' | 'sm' | 'icon' | 'icon-sm'

const VARIANTS: Record<ButtonVariant, string> = {
  primary:
    'bg-accent text-accent-fg shadow-[var(--shadow-1),var(--btn-hi)] hover:bg-accent-hover aria-disabled:hover:bg-accent',
  outline:
    'border border-line-strong bg-surface text-fg shadow-1 hover:bg-hover aria-disabled:hover:bg-surface',
  ghost: 'text-fg-2 hover:bg-hover hover:text-fg aria-disabled:hover:bg-transparent',
  danger:
    'bg-danger text-white shadow-[var(--shadow-1),var(--btn-hi)] hover:brightness-95 aria-disabled:hover:brightness-100',
  'danger-ghost': 'text-danger-text hover:bg-danger-soft aria-disabled:hover:bg-transparent',
}

const SIZES: Record<ButtonSize, string> = {
  md: 'h-8 gap-1.5 px-2.5 text-sm',
  sm: 'h-7 gap-1.5 px-2 text-xs',
  icon: 'size-8',
  'icon-sm': 'size-7',
}

/** Classes of a button, also for links styled as one. */
export function buttonStyle(variant: ButtonVariant = 'outline', size: ButtonSize = 'md'): string {
  return cn(
    'ring-focus relative inline-flex shrink-0 items-center justify-center rounded-md font-medium whitespace-nowrap select-none',
    'transition-[background-color,color,filter] duration-100 ease-out [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:stroke-[1.75]',
    'disabled:opacity-50 aria-disabled:opacity-50 aria-busy:opacity-100',
    VARIANTS[variant],
    SIZES[size],
  )
}

export interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant
  size?: ButtonSize
  /** Shows a spinner; the button keeps its size and focus. */
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
