import { QueryClient } from '@tanstack/react-query'
import { COLLECT_AFTER_MS, READ_DEFAULTS } from './defaults.ts'

/** A query client with Plinth's defaults. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: { queries: { ...READ_DEFAULTS, gcTime: COLLECT_AFTER_MS } },
  })
}
