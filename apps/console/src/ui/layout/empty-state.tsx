import type { ReactNode } from 'react'
import { cn } from '../primitives/cn.ts'

interface EmptyStateProps {
  icon: ReactNode
  title: string
  text: string
  className?: string
  /** Buttons for the next step. */
  children?: ReactNode
}

/** Explains why a list is empty and what to do next. */
export function EmptyState({ icon, title, text, className, children }: EmptyStateProps) {
  return (
    <div className={cn('flex flex-col items-center px-6 py-16 text-center', className)}>
      <span
        aria-hidden="true"
        className="grid size-10 place-items-center rounded-xl border bg-sunken text-fg-2 [&_svg]:size-5 [&_svg]:stroke-[1.5]"
      >
        {icon}
      </span>
      <h2 className="mt-4 text-base font-semibold">{title}</h2>
      <p className="mt-1 max-w-96 text-sm text-balance text-fg-2">{text}</p>
      {children ? <div className="mt-5 flex gap-2">{children}</div> : null}
    </div>
  )
}
