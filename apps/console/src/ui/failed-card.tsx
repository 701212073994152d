import type { UseQueryResult } from '@tanstack/react-query'
import { ErrorState } from './error-state.tsx'

interface FailedCardProps {
  query: Pick<UseQueryResult, 'isFetching' | 'refetch'>
}

/** Stands where a table would, when what it shows could not be had. */
export function FailedCard({ query }: FailedCardProps) {
  return (
    <div className="rounded-xl border bg-surface shadow-1">
      <ErrorState busy={query.isFetching} onRetry={() => query.refetch()} />
    </div>
  )
}
