import { createHash } from 'node:crypto'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { ApiError } from '../../foundation/http/errors/api-error.ts'
import type { Database } from '../../foundation/platform/database.ts'

/** A rate limiter shared by all processes; while the database is unreachable, each process counts for itself. */
export function openLimiter(
  pool: Database['pool'],
  options: {
    prefix: string
    points: number
    seconds: number
    /** Rejects a caller over the limit without another query. */
    blocksInMemory?: boolean
  },
): RateLimiterPostgres {
  const shared = {
    keyPrefix: options.prefix,
    points: options.points,
    duration: options.seconds,
  }
  return new RateLimiterPostgres({
    ...shared,
    storeClient: pool,
    tableName: 'rate_limit',
    tableCreated: true,
    clearExpiredByTimeout: false,
    ...(options.blocksInMemory ? { inMemoryBlockOnConsumed: options.points + 1 } : {}),
    insuranceLimiter: new RateLimiterMemory(shared),
  })
}

export function tooMany(seconds: number): ApiError {
  const minutes = Math.ceil(seconds / 60)
  const wait = minutes === 1 ? '1 minute' : `${minutes} minutes`
  return new ApiError('rate_limited', `Too many attempts. Try again in ${wait}.`, {
    retryAfterSeconds: seconds,
  })
}

/** Limits the length: an address may be longer than what is left of the column. */
export const recipientKey = (projectId: string, address: string): string =>
  createHash('sha256').update(`${projectId} ${address}`).digest('hex')

/** Consumes a point; false if there are none left. */
export async function trySpend(from: RateLimiterPostgres, key: string): Promise<boolean> {
  try {
    await from.consume(key)
    return true
  } catch (error) {
    if (error instanceof RateLimiterRes) return false
    throw error
  }
}

/** Consumes a point; throws 429 if there are none left. */
export async function spend(from: RateLimiterPostgres, key: string): Promise<void> {
  try {
    await from.consume(key)
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error
    throw tooMany(error.msBeforeNext / 1000)
  }
}
