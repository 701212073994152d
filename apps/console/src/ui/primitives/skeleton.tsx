import { cn } from './cn.ts'

const SHAPES = { line: 'rounded-sm', tile: 'rounded-lg', pill: 'rounded-full' } as const

interface SkeletonProps {
  shape?: keyof typeof SHAPES
  className: string
}

/** A grey placeholder for content that is loading. */
export function Skeleton({ shape = 'line', className }: SkeletonProps) {
  return (
    <span
      aria-hidden="true"
      className={cn('block animate-pulse bg-active', SHAPES[shape], className)}
    />
  )
}
