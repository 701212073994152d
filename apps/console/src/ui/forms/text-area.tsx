import type { ComponentProps } from 'react'
import { cn } from '../primitives/cn.ts'

/** A multi-line input that grows with its content, up to a limit. */
export function TextArea({ className, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea
      rows={3}
      {...rest}
      className={cn(
        'ring-control field-sizing-content max-h-60 min-h-20 w-full min-w-0 rounded-md border border-line-strong bg-surface px-2.5 py-1.5 text-sm text-fg shadow-1 transition-[border-color,box-shadow] duration-100 placeholder:text-fg-3 disabled:opacity-60',
        className,
      )}
    />
  )
}
