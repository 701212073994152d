import { createHash } from 'node:crypto'
import { RateLimiterRes } from 'rate-limiter-flexible'
import { openLimiter } from '../../accounts/passwords/limiter.ts'
import { ApiError } from '../../foundation/http/errors/api-error.ts'
import type { Database } from '../../foundation/platform/database.ts'
import type { UploadCaller } from './upload-caller.ts'

const MINUTE = 60
/** Staff and API keys import files in bulk. */
const INSIDER_FACTOR = 10

/** Limits the upload URLs per caller and minute. */
export interface UploadLimit {
  /** Throws `rate_limited` if the caller has too many; rejected ones count too. */
  spend(caller: UploadCaller, request: { projectId: string; addresses: number }): Promise<void>
}

const limiter = (pool: Database['pool'], options: { prefix: string; points: number }) =>
  openLimiter(pool, { ...options, seconds: MINUTE, blocksInMemory: true })

const keyOf = (caller: UploadCaller, projectId: string) =>
  createHash('sha256').update(`${projectId}\n${caller.name}`).digest('base64url')

/** Shares the limits between processes through the platform database. */
export function openUploadLimit(pool: Database['pool'], perMinute: number): UploadLimit {
  const outsiders = limiter(pool, { prefix: 'upload', points: perMinute })
  const insiders = limiter(pool, { prefix: 'upload-staff', points: perMinute * INSIDER_FACTOR })
  return {
    spend: async (caller, { projectId, addresses }) => {
      const from = caller.isOutsider ? outsiders : insiders
      try {
        await from.consume(keyOf(caller, projectId), addresses)
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error
        const seconds = Math.max(1, Math.ceil(error.msBeforeNext / 1000))
        throw new ApiError(
          'rate_limited',
          `Too many uploads: at most ${from.points} files a minute. Try again in ${seconds} seconds.`,
          { retryAfterSeconds: seconds },
        )
      }
    },
  }
}
