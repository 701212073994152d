import { Skeleton } from '../primitives/skeleton.tsx'

interface FigureTileProps {
  label: string
  value: string | undefined
  note: string
}

/** A figure with a label above and a note below; an entry of a description list. */
export function FigureTile({ label, value, note }: FigureTileProps) {
  return (
    <div className="flex flex-col rounded-xl border bg-surface px-4 py-3 shadow-1">
      <dt className="text-xs text-fg-2">{label}</dt>
      <dd className="mt-0.5">
        <span className="flex h-7 items-center text-xl font-semibold tabular-nums">
          {value ?? <Skeleton className="h-5 w-16" />}
        </span>
        <span className="block h-4 truncate text-xs text-fg-2">
          {value === undefined ? '' : note}
        </span>
      </dd>
    </div>
  )
}
