import { QueryClient } from '@tanstack/react-query'
import { COLLECT_AFTER_MS, READ_DEFAULTS } from './defaults.ts'

/** A query client with the defaults of Plinth, for everything an app reads. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: { queries: { ...READ_DEFAULTS, gcTime: COLLECT_AFTER_MS } },
  })
}
