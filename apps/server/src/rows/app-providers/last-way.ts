import { tryPassword } from '../../accounts/passwords/try-password.ts'
import type { RequestInfo } from '../../foundation/http/calls/call.ts'
import { invalid } from '../../foundation/http/errors/api-error.ts'
import type { Queryable, Transaction } from '../../foundation/platform/database.ts'
import { findSignIn } from '../app-sign-in/app-sign-in-store.ts'
import type { Account } from '../app-users/account.ts'
import type { AppUserKey } from '../app-users/disabled-user-store.ts'
import { signInAttemptOf } from '../app-users/with-accounts.ts'
import { callingAddress } from '../request/calling-address.ts'
import type { RowRequest } from '../request/row-request.ts'
import { type AuthTableId, selectProvidersOf } from './app-provider-store.ts'
import { lockSignInWays } from './sign-in-way-store.ts'

interface Leaving {
  readonly account: Account
  readonly password: string
  readonly request: RequestInfo
}

/** Why the last way to sign in stays. */
export const NOTHING_ELSE = 'because nothing else is left to sign in with.'

/** Whether its owner knows the stored password cannot be seen otherwise. */
export const needsPassword = () =>
  invalid([
    {
      path: 'password',
      message: `is required, ${NOTHING_ELSE} Without a password, set one with requestReset first.`,
    },
  ])

/** Throws 422 unless the password is right. */
export async function refuseWrongPassword(
  rowRequest: RowRequest,
  { account, password, request }: Leaving,
): Promise<void> {
  const address = await callingAddress(rowRequest, request)
  const who = signInAttemptOf(rowRequest, { email: account.email, address })
  const attempt = await rowRequest.context.signInLimit.attempt(who)
  if (!(await tryPassword(attempt, { stored: account.passwordHash, password }))) {
    throw invalid([{ path: 'password', message: 'is not your password' }])
  }
  await attempt.refund()
}

/** With what users of a table can sign in now. */
export interface OpenWays {
  /** The names of providers by their issuers. */
  readonly labels: ReadonlyMap<string, string>
  readonly byCode: boolean
  readonly passkeyHost: string | null
}

export async function readOpenWays(on: Queryable, table: AuthTableId): Promise<OpenWays> {
  const providers = await selectProvidersOf(on, table)
  const { byCode, passkeyHost } = await findSignIn(on, table)
  const labels = new Map(providers.map(({ settings, label }) => [settings.issuer, label]))
  return { labels, byCode, passkeyHost }
}

/** One of the ways to sign in of a user. */
export type SignInWay = { readonly issuer: string } | { readonly passkeyId: string }

/**
 * What removing a way would leave. Undefined if the user has no such way. A password does not count: whether the user
 * knows it cannot be seen. The ways stay locked until the transaction ends.
 */
export async function weighRemoval(
  transaction: Transaction,
  user: AppUserKey,
  { open, way }: { open: OpenWays; way: SignInWay },
): Promise<{ isUsable: boolean; isLast: boolean } | undefined> {
  const { issuers, passkeys } = await lockSignInWays(transaction, user)
  const ways = [
    ...issuers.map((issuer) => ({ id: issuer, isUsable: open.labels.has(issuer) })),
    ...passkeys.map(({ id, host }) => ({ id, isUsable: host === open.passkeyHost })),
  ]
  const id = 'issuer' in way ? way.issuer : way.passkeyId
  const found = ways.find((one) => one.id === id)
  if (!found) return undefined
  const hasOther = open.byCode || ways.some((one) => one.id !== id && one.isUsable)
  return { isUsable: found.isUsable, isLast: found.isUsable && !hasOther }
}
