import { cn } from './cn.ts'

/** A grey place where something will be. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={cn('block animate-pulse rounded-sm bg-active', className)}
    />
  )
}
