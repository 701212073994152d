import { addressPrefix } from '../../foundation/http/calls/address-prefix.ts'
import type { Database } from '../../foundation/platform/database.ts'
import { openLimiter, spend } from '../passwords/limiter.ts'

const START_SECONDS = 600
/** Sign-ins with a provider that a network may start in ten minutes. */
const STARTS = 300

/** Logout tokens of a network that are refused in ten minutes; those that are valid are refunded. */
const REFUSED_LOGOUTS = 100

export interface SsoLimit {
  /** `within` is the environment of app users, whose sign-ins do not use up the limit of staff. */
  start(ip: string, within?: string): Promise<void>
  /** Counts a logout token; the answer refunds it. */
  logout(ip: string): Promise<() => Promise<unknown>>
}

export function openSsoLimit(pool: Database['pool']): SsoLimit {
  const starts = openLimiter(pool, { prefix: 'sso', points: STARTS, seconds: START_SECONDS })
  const logouts = openLimiter(pool, {
    ...{ prefix: 'sso-logout', points: REFUSED_LOGOUTS, seconds: START_SECONDS },
    blocksInMemory: true,
  })
  return {
    start: (ip, within) =>
      spend(starts, within === undefined ? addressPrefix(ip) : `${within} ${addressPrefix(ip)}`),
    async logout(ip) {
      const network = addressPrefix(ip)
      await spend(logouts, network)
      return () => logouts.reward(network)
    },
  }
}
