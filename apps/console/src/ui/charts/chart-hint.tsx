import { printMoment } from './chart-parts.ts'

interface ChartHintProps {
  active?: boolean
  label?: string | number | undefined
  payload?: readonly { name?: unknown; value?: unknown; color?: string | undefined }[]
  print: (value: number) => string
}

/** Tooltip for the point under the pointer. */
export function ChartHint({ active, label, payload, print }: ChartHintProps) {
  if (!active || !payload?.length || typeof label !== 'string') return null
  return (
    <div className="rounded-lg bg-raised px-2.5 py-2 text-xs shadow-3">
      <p className="font-medium">{printMoment(label)}</p>
      {payload.map(({ name, value, color }) =>
        typeof value === 'number' ? (
          <p key={String(name)} className="flex items-center gap-1.5 text-fg-2 tabular-nums">
            <span style={{ background: color }} className="size-2 rounded-full" />
            {String(name)} <span className="ml-auto pl-3 text-fg">{print(value)}</span>
          </p>
        ) : null,
      )}
    </div>
  )
}
