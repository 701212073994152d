import type { ReactNode } from 'react'

interface ChartPanelProps {
  title: string
  legend: readonly { name: string; colour: string }[]
  children: ReactNode
}

/** A chart in a card, with its legend. */
export function ChartPanel({ title, legend, children }: ChartPanelProps) {
  return (
    <div className="min-w-0 rounded-xl border bg-surface px-4 pt-3 pb-2 shadow-1">
      <div className="mb-2 flex items-center justify-between gap-3">
        <h2 className="truncate text-sm font-semibold">{title}</h2>
        <p aria-hidden="true" className="flex shrink-0 gap-3 text-2xs text-fg-2">
          {legend.map(({ name, colour }) => (
            <span key={name} className="flex items-center gap-1.5">
              <span className={`size-2 rounded-full ${colour}`} />
              {name}
            </span>
          ))}
        </p>
      </div>
      {/* Hidden from screen readers, which get the same data as a table. */}
      <div aria-hidden="true" className="h-36">
        {children}
      </div>
    </div>
  )
}
