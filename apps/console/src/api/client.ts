import { createClient } from '@plinth/client'
import { reloadStopped } from './query-client.ts'
import { withProof } from './recent-proof.ts'
import { readToken, rejectToken } from './token-store.ts'

/** The API client; its base address is set at build time and defaults to the page's origin. */
export const client = withProof(
  createClient({
    baseUrl: import.meta.env.VITE_API_BASE_URL ?? '',
    token: readToken,
    onUnauthenticated: rejectToken,
    onError: reloadStopped,
    // Screens show a failure at once; queries are retried by the query client.
    retries: 0,
  }),
)
