import { verifyPassword } from './passwords.ts'
import type { Attempt } from './sign-in-limit.ts'

/** Checks a password; an attempt that cannot be checked because the queue is full does not count. */
export async function tryPassword(
  attempt: Attempt,
  { stored, given }: { stored: string | undefined; given: string },
): Promise<boolean> {
  try {
    return await verifyPassword(stored, given)
  } catch (error) {
    await attempt.giveBack()
    throw error
  }
}
