import { verifyPassword } from './passwords.ts'
import type { Attempt } from './sign-in-limit.ts'

/** Checks a password; an attempt that cannot be checked because the queue is full does not count. */
export async function tryPassword(
  attempt: Attempt,
  { stored, password }: { stored: string | undefined; password: string },
): Promise<boolean> {
  try {
    return await verifyPassword(stored, password)
  } catch (error) {
    await attempt.refund()
    throw error
  }
}
