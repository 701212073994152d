import type pg from 'pg'
import { openLimiter, spend } from './limiter.ts'

const SECONDS = 3_600
/** Wrong second-factor and recovery codes an hour per account, from everywhere together. */
const CODES = 10
/** Those of them that networks unknown to the account may use, so that the others stay for its owner. */
const CODES_FROM_UNKNOWN = 5

export interface CodeLimit {
  /** Counts a code before it is checked; returns what takes that back when the code was right. */
  spend(code: { account: string; isKnown: boolean }): Promise<() => Promise<void>>
}

export function openCodeLimit(pool: pg.Pool): CodeLimit {
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
