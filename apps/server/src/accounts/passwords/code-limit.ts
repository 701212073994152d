import type { Database } from '../../foundation/platform/database.ts'
import { openLimiter, spend } from './limiter.ts'

const SECONDS = 3_600
/** Wrong second-factor and recovery codes an hour per account, from everywhere together. */
const CODES = 10
/** The share of them for networks unknown to the account, so that attackers cannot use up its owner's attempts. */
const CODES_FROM_UNKNOWN = 5

export interface CodeLimit {
  /** Counts a code before it is checked; returns a function that undoes this when the code was correct. */
  spend(code: { account: string; isKnown: boolean }): Promise<() => Promise<void>>
}

export function openCodeLimit(pool: Database['pool']): CodeLimit {
  const open = (prefix: string, points: number) =>
    openLimiter(pool, { prefix, points, seconds: SECONDS })
  const all = open('code', CODES)
  const fromUnknown = open('code-unknown', CODES_FROM_UNKNOWN)
  return {
    async spend({ account, isKnown }) {
      if (!isKnown) await spend(fromUnknown, account)
      await spend(all, account)
      return async () => {
        await all.reward(account)
        if (!isKnown) await fromUnknown.reward(account)
      }
    },
  }
}
