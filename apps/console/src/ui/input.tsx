import type { ComponentProps } from 'react'
import { cn } from './cn.ts'

export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return (
    <input
      {...rest}
      className={cn(
        'ring-control h-8 w-full min-w-0 rounded-md border border-line-strong bg-surface px-2.5 text-sm text-fg shadow-1 transition-[border-color,box-shadow] duration-100 placeholder:text-fg-3 disabled:opacity-60',
        className,
      )}
    />
  )
}
