import type { TableType } from '@plinth/contract'
import { cn } from '../../ui/primitives/cn.ts'

const TONES: Record<TableType, string> = {
  Base: 'bg-slate-soft text-slate-text',
  Auth: 'bg-violet-soft text-violet-text',
  Computed: 'bg-teal-soft text-teal-text',
}

export function TypeBadge({ type }: { type: TableType }) {
  return (
    <span
      className={cn(
        'inline-flex h-5 shrink-0 items-center rounded-sm px-1.5 text-2xs font-medium',
        TONES[type],
      )}
    >
      {type}
    </span>
  )
}
