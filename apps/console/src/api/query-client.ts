import { ApiError } from '@plinth/client'
import { QueryCache, QueryClient } from '@tanstack/react-query'
import { logFailure } from './log-failure.ts'

/** Lists and records count as fresh for this long. */
const FRESH_FOR_MS = 2000
const RETRIES = 3

function isClientError(error: unknown): boolean {
  return error instanceof ApiError && error.status < 500 && error.status !== 429
}

/** Retries, their delays and the retention are the library's own defaults; a refusal is not retried. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, query) => logFailure(`Loading ${query.queryKey[0]}`, error),
  }),
  defaultOptions: {
    queries: {
      staleTime: FRESH_FOR_MS,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      retry: (failures, error) => failures < RETRIES && !isClientError(error),
    },
    // A press must be answered with a failure, not wait for the network to come back.
    mutations: { networkMode: 'always' },
  },
})
