import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { ApiError } from '../../foundation/http/errors/api-error.ts'

const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const QUEUE = 64

/** Verified for unknown emails, so that they take as long as known ones. */
const dummyHash = hash('no one has this password', OPTIONS)

let running = 0
const waiting: (() => void)[] = []

/** Hashing is expensive by design: at most one per core at a time, and a short queue. */
async function queued<T>(work: () => Promise<T>): Promise<T> {
  if (running >= availableParallelism()) {
    if (waiting.length >= QUEUE) {
      throw new ApiError('unavailable', 'Too many sign-ins at once. Try again shortly.', {
        retryAfterSeconds: 2,
      })
    }
    await new Promise<void>((resolve) => waiting.push(resolve))
  }
  running += 1
  try {
    return await work()
  } finally {
    running -= 1
    waiting.shift()?.()
  }
}

export function hashPassword(password: string): Promise<string> {
  return queued(() => hash(password, OPTIONS))
}

/** Whether the password is correct; without a stored hash it returns false after the same time. */
export function verifyPassword(stored: string | undefined, password: string): Promise<boolean> {
  return queued(async () => {
    const right = await verify(stored ?? (await dummyHash), password)
    return right && stored !== undefined
  })
}
