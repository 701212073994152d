import { createHash } from 'node:crypto'
import { type RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
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

const keyOf = (name: string, projectId: string) =>
  createHash('sha256').update(`${projectId}\n${name}`).digest('base64url')

async function consume(from: RateLimiterPostgres, key: string, files: number): Promise<void> {
  try {
    await from.consume(key, files)
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error
    const seconds = Math.max(1, Math.ceil(error.msBeforeNext / 1000))
    throw new ApiError(
      'rate_limited',
      `Too many uploads: at most ${from.points} files a minute. Try again in ${seconds} seconds.`,
      { retryAfterSeconds: seconds },
    )
  }
}

/** Shares the limits between processes through the platform database. */
export function openUploadLimit(pool: Database['pool'], perMinute: number): UploadLimit {
  const outsiders = limiter(pool, { prefix: 'upload', points: perMinute })
  const insiders = limiter(pool, { prefix: 'upload-staff', points: perMinute * INSIDER_FACTOR })
  return {
    spend: async (caller, { projectId, addresses }) => {
      const { name, isOutsider, namedBy } = caller
      await consume(isOutsider ? outsiders : insiders, keyOf(name, projectId), addresses)
      if (namedBy) await consume(insiders, keyOf(`named by ${namedBy}`, projectId), addresses)
    },
  }
}
