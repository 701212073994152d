import { createHash } from 'node:crypto'
import { addressPrefix } from '../../foundation/http/calls/address-prefix.ts'
import type { Database } from '../../foundation/platform/database.ts'
import { openCodeLimit } from './code-limit.ts'
import { openLimiter, spend, tooMany } from './limiter.ts'
import { countAttempt, uncountAttempt } from './sign-in-failure-store.ts'
import { isKnownPrefix, rememberPrefix } from './sign-in-prefix-store.ts'

const MINUTES_15 = 900

interface Who {
  /** Names the account; for app users with its environment and table. */
  email: string
  ip: string
  /** What an address is counted in; people of one app do not slow down those of another. */
  within?: string
}

/** An attempt that counts as failed until its points are given back. */
export interface Attempt {
  giveBack(): Promise<void>
}

/** Slows down guessing. Each attempt is counted before anything is checked. */
export interface SignInLimit {
  /** A password is about to be checked. */
  attempt(who: Who): Promise<Attempt>
  /** A second-factor or recovery code is about to be checked. */
  attemptCode(who: Who): Promise<Attempt>
  /** The account's owner was here: later attempts from this network have a budget of their own. */
  remember(who: Who): Promise<void>
  /** New accounts are limited by the address alone. */
  signUp(who: Who): Promise<void>
  /** Mails to one address are limited likewise, whoever asks for them. */
  askForMail(who: Who): Promise<void>
  /** A person of the staff tries a credential at somebody else's server. */
  tryCredential(staffId: string): Promise<void>
}

/** Made of the account and the address alone, so that no spelling of the request escapes it. */
function namesOf({ email, ip, within }: Who) {
  // Marks go too: some databases read a dotted capital I as a plain one.
  const name = email.toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim()
  const prefix = addressPrefix(ip)
  const account = createHash('sha256').update(name).digest()
  return {
    account,
    accountName: account.toString('base64url'),
    prefix,
    both: createHash('sha256').update(`${name}\n${prefix}`).digest('base64url'),
    place: within === undefined ? prefix : `${within} ${prefix}`,
  }
}

/** Limits that every process shares through the platform's database. */
export function openSignInLimit(db: Database, attempts: number): SignInLimit {
  const open = (prefix: string, points: number) =>
    openLimiter(db.pool, { prefix, points, seconds: MINUTES_15 })
  const signIns = open('sign-in', attempts)
  const addresses = open('sign-in-address', attempts * 20)
  const codes = openCodeLimit(db.pool)
  const signUps = open('sign-up', attempts * 20)
  const tries = open('try-credential', attempts * 6)
  const mails = open('mail', attempts)
  const free = attempts * 2

  /** Counts the attempt for the account, unless its owner is known to be at this address. */
  async function spendForAccount(account: Buffer, prefix: string): Promise<boolean> {
    if (await isKnownPrefix(db, { account, prefix })) return false
    const seconds = await countAttempt(db, { account, free })
    if (seconds > 0) throw tooMany(seconds)
    return true
  }

  return {
    async attempt(who) {
      const { account, both, place, prefix } = namesOf(who)
      await spend(addresses, place)
      await spend(signIns, both)
      const isCounted = await spendForAccount(account, prefix).catch(async (error: unknown) => {
        // Nothing was tried, so the wait is the account's alone.
        await signIns.reward(both)
        throw error
      })
      return {
        async giveBack() {
          await signIns.reward(both)
          await addresses.reward(place)
          if (isCounted) await uncountAttempt(db, { account, free })
        },
      }
    },
    async attemptCode(who) {
      const { account, accountName, prefix } = namesOf(who)
      const isKnown = await isKnownPrefix(db, { account, prefix })
      return { giveBack: await codes.spend({ account: accountName, isKnown }) }
    },
    async remember(who) {
      await rememberPrefix(db, namesOf(who))
    },
    signUp: (who) => spend(signUps, namesOf(who).place),
    askForMail: (who) => spend(mails, namesOf(who).both),
    tryCredential: (staffId) => spend(tries, staffId),
  }
}
