import type { ReactNode } from 'react'

/** A name and its value in a `dl`. */
export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <dt className="text-xs text-fg-2">{label}</dt>
      <dd className="text-sm break-words">{children}</dd>
    </div>
  )
}
