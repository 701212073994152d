import { type ReactNode, useState } from 'react'
import { cn } from '../primitives/cn.ts'

interface DialogBodyProps {
  /** Its maximum height, beside anything else. */
  className: string
  children: ReactNode
}

/** The scrolled part of a dialog; a line separates it from the header while content is scrolled under it. */
export function DialogBody({ className, children }: DialogBodyProps) {
  const [isScrolled, setScrolled] = useState(false)
  return (
    <div
      onScroll={({ currentTarget }) => setScrolled(currentTarget.scrollTop > 0)}
      className={cn(
        'mt-3 flex flex-col overflow-y-auto border-t px-5 pt-1',
        isScrolled ? '' : 'border-transparent',
        className,
      )}
    >
      {children}
    </div>
  )
}
