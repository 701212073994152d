import { createHash } from 'node:crypto'
import type { RateLimiterPostgres } from 'rate-limiter-flexible'
import { addressPrefix } from '../../foundation/http/calls/address-prefix.ts'
import type { Database } from '../../foundation/platform/database.ts'
import { type LimitedAppMail, openAppMailLimit } from './app-mail-limit.ts'
import { openCodeLimit } from './code-limit.ts'
import { openLimiter, spend, tooMany } from './limiter.ts'
import { countAttempt, uncountAttempt } from './sign-in-failure-store.ts'
import { isKnownPrefix, rememberPrefix } from './sign-in-prefix-store.ts'

const MINUTES_15 = 900
/** How many times the limit of one network all visitors that a key names have together. */
const KEY_FACTOR = 20

interface Who {
  /** Names the account; for app users with its environment and table. */
  email: string
  ip: string
  /** Scope of the address limit; users of one app do not use up the limit of another. */
  within?: string
  /** The API key by which an app's server named the address; all that it names share further limits. */
  namedBy?: string
}

/** An attempt that counts as failed until `refund` is called. */
export interface Attempt {
  refund(): Promise<void>
}

/** Rate limits against guessing. Each attempt is counted before it is checked. */
export interface SignInLimit {
  /** Call before checking a password. */
  attempt(who: Who): Promise<Attempt>
  /** Call before checking a second-factor or recovery code. */
  attemptCode(who: Who): Promise<Attempt>
  /** Call after a sign-in: later attempts from this network have their own budget. */
  remember(who: Who): Promise<void>
  /** New accounts, limited by address only. */
  signUp(who: Who): Promise<void>
  /** Mails, limited by recipient and the requesting network, and less strictly by the network alone. */
  askForMail(who: Who): Promise<void>
  /**
   * Mails with codes, limited like other mails and per account for networks that it does not know. Returns whether it
   * knows this one.
   */
  askForCode(who: Who): Promise<boolean>
  /** Mails with links to app users, limited and answered like mails with codes. */
  askForLink(who: Who): Promise<boolean>
  /** Call before a mail to an app user is sent; false if the project or the mailbox has got too many in this hour. */
  takeMail(mail: LimitedAppMail): Promise<boolean>
  /** Call if such a mail could not be sent and is tried again. */
  refundMail(mail: LimitedAppMail): Promise<void>
  /** Accounts created in projects, limited per owner: each sends a mail. */
  createAccount(staffId: string): Promise<void>
  /** Tests of credentials against external servers, limited per member of staff. */
  tryCredential(staffId: string): Promise<void>
  /** Sessions of staff as app users, limited per member of staff. */
  actAs(staffId: string): Promise<void>
}

/** The limiter keys, normalised so that other spellings of an email do not escape the limit. */
function namesOf({ email, ip, within }: Who) {
  // Combining marks are dropped too: some databases treat a dotted capital I as a plain one.
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

/**
 * Counts first for the key that named the address, because each network that it invents is stored; what the network
 * itself may not do is refunded.
 */
async function spendWithin(
  key: { limiter: RateLimiterPostgres; namedBy: string | undefined },
  spendOwn: () => Promise<void>,
): Promise<void> {
  const { limiter, namedBy } = key
  if (namedBy === undefined) return spendOwn()
  await spend(limiter, namedBy)
  await spendOwn().catch(async (error: unknown) => {
    await limiter.reward(namedBy)
    throw error
  })
}

/** Limits that every process shares through the platform's database. */
export function openSignInLimit(db: Database, attempts: number): SignInLimit {
  const open = (prefix: string, points: number) =>
    openLimiter(db.pool, { prefix, points, seconds: MINUTES_15 })
  const signIns = open('sign-in', attempts)
  const addresses = open('sign-in-address', attempts * 20)
  const keys = open('sign-in-key', attempts * 20 * KEY_FACTOR)
  const knownByKey = open('sign-in-known', attempts * 2)
  const codes = openCodeLimit(db.pool)
  const signUps = open('sign-up', attempts * 20)
  const signUpKeys = open('sign-up-key', attempts * 20 * KEY_FACTOR)
  const tries = open('try-credential', attempts * 6)
  const actings = open('act-as', attempts * 2)
  const mails = open('mail', attempts)
  const mailNetworks = open('mail-address', attempts * 20)
  const codeMails = open('code-mail', attempts * 2)
  const linkMails = open('link-mail', attempts * 2)
  const mailKeys = open('mail-key', attempts * 20 * KEY_FACTOR)
  const sentMails = openAppMailLimit(db.pool, attempts)
  const accounts = open('create-account', attempts * 4)
  const free = attempts * 2

  /**
   * Counts the attempt for the account, unless its owner has signed in from this network before. A key can name any
   * network, so the attempts from networks that keys name have one more limit per account. Returns how to refund it.
   */
  async function spendForAccount(who: Who): Promise<() => Promise<unknown>> {
    const { account, accountName, prefix } = namesOf(who)
    if (await isKnownPrefix(db, { account, prefix })) {
      if (who.namedBy === undefined) return async () => undefined
      await spend(knownByKey, accountName)
      return () => knownByKey.reward(accountName)
    }
    const seconds = await countAttempt(db, { account, free })
    if (seconds > 0) throw tooMany(seconds)
    return () => uncountAttempt(db, { account, free })
  }

  async function askForMail(who: Who): Promise<void> {
    const { both, place } = namesOf(who)
    await spendWithin({ limiter: mailKeys, namedBy: who.namedBy }, async () => {
      await spend(mailNetworks, place)
      await spend(mails, both)
    })
  }

  /** Each new code or link replaces the last one, so strangers must not replace those of an account without end. */
  async function askForAccount(who: Who, strangers: RateLimiterPostgres): Promise<boolean> {
    await askForMail(who)
    const { account, accountName, prefix } = namesOf(who)
    const isKnown = who.namedBy === undefined && (await isKnownPrefix(db, { account, prefix }))
    if (!isKnown) await spend(strangers, accountName)
    return isKnown
  }

  return {
    async attempt(who) {
      const { both, place } = namesOf(who)
      const { namedBy } = who
      await spendWithin({ limiter: keys, namedBy }, async () => {
        await spend(addresses, place)
        await spend(signIns, both)
      })
      const refundAccount = await spendForAccount(who).catch(async (error: unknown) => {
        // The password was not checked, so this network is not charged.
        await signIns.reward(both)
        throw error
      })
      return {
        async refund() {
          await signIns.reward(both)
          await addresses.reward(place)
          await refundAccount()
          if (namedBy !== undefined) await keys.reward(namedBy)
        },
      }
    },
    async attemptCode(who) {
      const { account, accountName, prefix } = namesOf(who)
      const isKnown = await isKnownPrefix(db, { account, prefix })
      return { refund: await codes.spend({ account: accountName, isKnown }) }
    },
    async remember(who) {
      await rememberPrefix(db, namesOf(who))
    },
    signUp: (who) =>
      spendWithin({ limiter: signUpKeys, namedBy: who.namedBy }, () =>
        spend(signUps, namesOf(who).place),
      ),
    askForMail,
    askForCode: (who) => askForAccount(who, codeMails),
    askForLink: (who) => askForAccount(who, linkMails),
    takeMail: sentMails.take,
    refundMail: sentMails.refund,
    createAccount: (staffId) => spend(accounts, staffId),
    tryCredential: (staffId) => spend(tries, staffId),
    actAs: (staffId) => spend(actings, staffId),
  }
}
