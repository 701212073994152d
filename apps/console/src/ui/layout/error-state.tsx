import type { UseQueryResult } from '@tanstack/react-query'
import { Button } from '../primitives/button.tsx'
import { cn } from '../primitives/cn.ts'

interface ErrorStateProps {
  onRetry: () => void
  busy?: boolean
  className?: string
}

/** Shown when loading failed, with a retry button. */
export function ErrorState({ onRetry, busy = false, className }: ErrorStateProps) {
  return (
    <div
      role="alert"
      className={cn('flex items-center justify-center gap-3 px-6 py-16 text-sm', className)}
    >
      <span className="text-fg-2">Could not load.</span>
      <Button size="sm" busy={busy} onClick={onRetry}>
        Retry
      </Button>
    </div>
  )
}

interface FailedCardProps {
  query: Pick<UseQueryResult, 'isFetching' | 'refetch'>
}

/** Shown in place of a table that could not be loaded. */
export function FailedCard({ query }: FailedCardProps) {
  return (
    <div className="rounded-xl border bg-surface shadow-1">
      <ErrorState busy={query.isFetching} onRetry={() => query.refetch()} />
    </div>
  )
}
