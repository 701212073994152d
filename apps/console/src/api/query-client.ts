import { ApiError } from '@plinth/client'
import { QueryCache, QueryClient } from '@tanstack/react-query'
import { logFailure } from './log-failure.ts'

/** Query results are fresh for this long. */
const FRESH_FOR_MS = 2000
const RETRIES = 3

function isClientError(error: unknown): boolean {
  return error instanceof ApiError && error.status < 500 && error.status !== 429
}

/** Retry delays and retention are the library's defaults; client errors (4xx) are not retried. */
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
    // An offline mutation must fail at once, not wait for the network.
    mutations: { networkMode: 'always' },
  },
})
