import { addressPrefix } from '../../foundation/http/calls/address-prefix.ts'
import type { Database } from '../../foundation/platform/database.ts'
import { openLimiter, spend } from '../passwords/limiter.ts'

const START_SECONDS = 600
/** Sign-ins with a provider that a network may start in ten minutes. */
const STARTS = 300

export interface SsoLimit {
  start(ip: string): Promise<void>
}

export function openSsoLimit(pool: Database['pool']): SsoLimit {
  const starts = openLimiter(pool, { prefix: 'sso', points: STARTS, seconds: START_SECONDS })
  return { start: (ip) => spend(starts, addressPrefix(ip)) }
}
