import { createHash } from 'node:crypto'
import ipaddr from 'ipaddr.js'
import type pg from 'pg'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { Refusal } from '../http/refusal.ts'

const MINUTES_15 = 900

interface Who {
  /** Names the account, whatever else it is made of. */
  email: string
  ip: string
  /** What an address is counted in; people of one app do not slow down those of another. */
  within?: string
}

/** Slows down guessing: each attempt costs a point, a success gives it back. */
export interface SignInLimit {
  attempt(who: Who): Promise<void>
  succeeded(who: Who): Promise<void>
  /** New accounts are limited by the address alone. */
  signUp(who: Who): Promise<void>
  /** Mails to one address are limited likewise, whoever asks for them. */
  askForMail(who: Who): Promise<void>
  /** A person of the staff tries a credential at somebody else's server. */
  tryCredential(staffId: string): Promise<void>
}

/** Addresses of one household or data centre row share a prefix. */
function prefixOf(ip: string): string {
  if (!ipaddr.isValid(ip)) return 'unknown'
  const address = ipaddr.process(ip)
  const bytes = address.toByteArray()
  return bytes.slice(0, address.kind() === 'ipv4' ? 3 : 6).join('.')
}

/** Made of the account and the address alone, so that no spelling of the request escapes it. */
function keyOf(who: Who): string {
  const account = who.email.normalize('NFKC').trim().toLowerCase()
  return createHash('sha256')
    .update(`${account}\n${prefixOf(who.ip)}`)
    .digest('base64url')
}

const placeOf = ({ ip, within }: Who) => [within ?? [], prefixOf(ip)].flat().join(' ')

function limiter(pool: pg.Pool, options: { prefix: string; points: number; duration: number }) {
  const shared = { keyPrefix: options.prefix, points: options.points, duration: options.duration }
  return new RateLimiterPostgres({
    ...shared,
    storeClient: pool,
    tableName: 'rate_limit',
    tableCreated: true,
    clearExpiredByTimeout: false,
    insuranceLimiter: new RateLimiterMemory(shared),
  })
}

async function spend(from: RateLimiterPostgres, key: string): Promise<void> {
  try {
    await from.consume(key)
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error
    throw new Refusal('rate_limited', 'Too many attempts. Wait a few minutes and try again.', {
      retryAfterSeconds: error.msBeforeNext / 1000,
    })
  }
}

/** Limits that every process shares through the platform's database. */
export function openSignInLimit(pool: pg.Pool, attempts: number): SignInLimit {
  const signIns = limiter(pool, { prefix: 'sign-in', points: attempts, duration: MINUTES_15 })
  const addresses = limiter(pool, {
    prefix: 'sign-in-address',
    points: attempts * 20,
    duration: MINUTES_15,
  })
  const signUps = limiter(pool, {
    prefix: 'sign-up',
    points: attempts * 20,
    duration: MINUTES_15,
  })
  const tries = limiter(pool, {
    prefix: 'try-credential',
    points: attempts * 6,
    duration: MINUTES_15,
  })
  const mails = limiter(pool, { prefix: 'mail', points: attempts, duration: MINUTES_15 })
  return {
    attempt: async (who) => {
      await spend(addresses, placeOf(who))
      await spend(signIns, keyOf(who))
    },
    succeeded: async (who) => {
      await signIns.reward(keyOf(who))
      await addresses.reward(placeOf(who))
    },
    signUp: (who) => spend(signUps, placeOf(who)),
    askForMail: (who) => spend(mails, keyOf(who)),
    tryCredential: (staffId) => spend(tries, staffId),
  }
}
