import { cn } from '../ui/primitives/cn.ts'
import { Skeleton } from '../ui/primitives/skeleton.tsx'

/** Production has a colour of its own so that it is not mistaken for dev. */
export function EnvironmentBadge({ name }: { name: 'dev' | 'production' | undefined }) {
  if (name === undefined) return <Skeleton className="h-5 w-14" />
  return (
    <span
      className={cn(
        'inline-flex h-5 items-center rounded-sm px-1.5 text-2xs font-medium',
        name === 'production' ? 'bg-violet-soft text-violet-text' : 'bg-slate-soft text-slate-text',
      )}
    >
      {name}
    </span>
  )
}
