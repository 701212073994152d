import type { ComponentProps } from 'react'
import { cn } from '../primitives/cn.ts'

export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return (
    <input
      {...rest}
      className={cn(
        'ring-control h-8 w-full min-w-0 rounded-md border border-line-strong bg-surface px-2.5 text-sm text-fg shadow-1 transition-[border-color,box-shadow] duration-100 placeholder:text-fg-3 file:mr-2.5 file:h-full file:border-0 file:border-r file:border-line-strong file:bg-transparent file:pr-2.5 file:font-medium disabled:opacity-60',
        className,
      )}
    />
  )
}
