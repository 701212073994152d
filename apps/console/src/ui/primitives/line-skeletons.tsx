import { cn } from './cn.ts'
import { Skeleton } from './skeleton.tsx'

const WIDTHS = ['w-1/2', 'w-2/3', 'w-2/5', 'w-3/5', 'w-1/3'] as const

interface LineSkeletonsProps {
  /** What is loading, for screen readers. */
  label: string
  count: 1 | 2 | 3 | 4 | 5
  /** The height and padding of a line. */
  className: string
}

/** Lines of a list or a text that is loading. */
export function LineSkeletons({ label, count, className }: LineSkeletonsProps) {
  return (
    <div role="status" aria-label={label}>
      {WIDTHS.slice(0, count).map((width) => (
        <div key={width} className={cn('flex items-center', className)}>
          <Skeleton className={cn('h-3', width)} />
        </div>
      ))}
    </div>
  )
}
