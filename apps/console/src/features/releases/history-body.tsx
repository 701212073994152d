import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ErrorState } from '../../ui/layout/error-state.tsx'
import { LineSkeletons } from '../../ui/primitives/line-skeletons.tsx'
import { historyStrings as strings } from './history-strings.ts'

interface HistoryBodyProps<Item> {
  query: UseQueryResult<Item[]>
  empty: ReactNode
  children: (items: Item[]) => ReactNode
}

/** A list with loading, error and empty states, all of the same height to avoid layout shifts. */
export function HistoryBody<Item>({ query, empty, children }: HistoryBodyProps<Item>) {
  const { data } = query
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by keyboard
    <div tabIndex={0} className="ring-focus mt-3 h-84 overflow-auto rounded-xl border">
      {data === undefined && query.isError ? (
        <ErrorState busy={query.isFetching} onRetry={() => query.refetch()} />
      ) : data === undefined ? (
        <LineSkeletons label={strings.loading} count={5} className="h-14 border-b px-4" />
      ) : data.length === 0 ? (
        empty
      ) : (
        children(data)
      )}
    </div>
  )
}
