import { createClient } from '@plinth/client'
import { readToken, rejectToken } from './token-store.ts'

/** The console's way to its server: the address named at build time, else where the page came from. */
export const client = createClient({
  baseUrl: import.meta.env.VITE_API_BASE_URL ?? '',
  token: readToken,
  onUnauthenticated: rejectToken,
})
