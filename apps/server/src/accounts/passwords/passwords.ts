import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { Refusal } from '../../foundation/http/errors/refusal.ts'

const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const QUEUE = 64

/** Verified for addresses nobody has, so that they take as long as the others. */
const dummyHash = hash('no one has this password', OPTIONS)

let running = 0
const waiting: (() => void)[] = []

/** Hashing is heavy by design: no more at once than there are cores, and a short queue. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= availableParallelism()) {
    if (waiting.length >= QUEUE) {
      throw new Refusal('unavailable', 'Too many sign-ins at once. Try again shortly.', {
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
  return inTurn(() => hash(password, OPTIONS))
}

/** Whether the password is right; without a stored hash it takes the same time and is wrong. */
export function verifyPassword(stored: string | undefined, password: string): Promise<boolean> {
  return inTurn(async () => {
    const right = await verify(stored ?? (await dummyHash), password)
    return right && stored !== undefined
  })
}
