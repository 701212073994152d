import { beginTwoFactor, confirmTwoFactor } from '@plinth/contract'
import { Secret, TOTP } from 'otpauth'
import { eventually } from './eventually.ts'
import type { Person } from './people.ts'

export const PERIOD_MS = 30_000

/** The code that the authenticator app shows `ahead` periods from now. */
export function codeOf(secret: string, ahead = 0): string {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  return totp.generate({ timestamp: Date.now() + ahead * PERIOD_MS })
}

/** Turns two-factor authentication on; the current code is still unused afterwards. */
export async function turnOnTwoFactor(person: Person) {
  const body = { currentPassword: person.password }
  const { secret } = await person.client.call(beginTwoFactor, { body })
  // The code of the previous period must not expire before it arrives.
  await eventually(async () => Date.now() % PERIOD_MS < PERIOD_MS - 5_000)
  const { recoveryCodes } = await person.client.call(confirmTwoFactor, {
    body: { code: codeOf(secret, -1) },
  })
  return { secret, recoveryCodes }
}
