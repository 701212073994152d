import type { ReactNode } from 'react'

/** A list of labels and values. */
export function Facts({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5 border-b px-4 py-3 text-xs">
      {facts.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-fg-2">{name}</dt>
          <dd className="min-w-0 truncate text-right tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
