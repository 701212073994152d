import { Secret, TOTP } from 'otpauth'

const PERIOD_SECONDS = 30
/** Clocks differ: the previous and the next code are accepted too. */
const WINDOW = 1
const ISSUER = 'Plinth'

const totpOf = (secret: string, label = '') =>
  new TOTP({
    issuer: ISSUER,
    label,
    algorithm: 'SHA1',
    digits: 6,
    period: PERIOD_SECONDS,
    secret: Secret.fromBase32(secret),
  })

export const newSecret = (): string => new Secret({ size: 20 }).base32

/** The otpauth URL that an authenticator app reads from the QR code. */
export function addressOf(secret: string, email: string): string {
  return totpOf(secret, email).toString()
}

/** The time step of a code; undefined if the code is wrong. */
export function stepOf(
  { secret, code }: { secret: string; code: string },
  now: number = Date.now(),
): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined
  const delta = totpOf(secret).validate({ token: code, timestamp: now, window: WINDOW })
  return delta === null ? undefined : Math.floor(now / 1000 / PERIOD_SECONDS) + delta
}
