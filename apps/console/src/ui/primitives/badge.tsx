import type { ReactNode } from 'react'

/** A small neutral label. */
export function Badge({ children }: { children: ReactNode }) {
  return (
    <span className="inline-flex h-5 shrink-0 items-center whitespace-nowrap rounded-sm bg-slate-soft px-1.5 text-2xs font-medium text-slate-text">
      {children}
    </span>
  )
}
