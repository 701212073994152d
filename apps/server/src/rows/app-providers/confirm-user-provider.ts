import { type AppSession, confirmUserProvider as endpoint } from '@plinth/contract'
import type { SsoProfile } from '../../accounts/identity-provider/sso-profile.ts'
import type { RequestInfo } from '../../foundation/http/calls/call.ts'
import { route } from '../../foundation/http/calls/route.ts'
import { ApiError } from '../../foundation/http/errors/api-error.ts'
import { createProvedAccount, takeOver } from '../app-sign-in/proved-account.ts'
import { type Account, findAccount, readAccount } from '../app-users/account.ts'
import { openCheckedSession } from '../app-users/open-checked-session.ts'
import { rejectDisabled } from '../app-users/reject-disabled.ts'
import { signInAttemptOf, withAccounts } from '../app-users/with-accounts.ts'
import type { RowsContext } from '../context.ts'
import { callingAddress } from '../request/calling-address.ts'
import type { RowRequest } from '../request/row-request.ts'
import { forgetUsers } from '../write/end-user-sessions.ts'
import { addAppIdentity, findIdentityUser, recordAppIdentityUse } from './app-identity-store.ts'
import type { StoredAppProvider } from './app-provider-store.ts'
import { proveByProvider, refuseTicket } from './prove-by-provider.ts'

interface Person {
  readonly provider: StoredAppProvider
  readonly profile: SsoProfile
  readonly request: RequestInfo
}

const identityOf = (
  { environment, table }: RowRequest,
  { issuer, subject }: Pick<SsoProfile, 'issuer' | 'subject'>,
) => ({ environmentId: environment.id, tableId: table.id, issuer, subject })

/** The account that a person is linked with; an identity without its row is deleted. */
async function findLinked(
  rowRequest: RowRequest,
  profile: SsoProfile,
): Promise<Account | undefined> {
  const { context } = rowRequest
  const key = identityOf(rowRequest, profile)
  const userId = await findIdentityUser(context.db, key)
  if (userId === undefined) return undefined
  const account = await findAccount(rowRequest, { id: userId })
  if (!account) {
    await forgetUsers(context, rowRequest, [userId])
    return undefined
  }
  await rejectDisabled(rowRequest, userId)
  return account
}

async function createFor(
  rowRequest: RowRequest,
  { provider, request }: Person,
  email: string,
): Promise<Account> {
  if (!provider.settings.createsAccounts) {
    throw new ApiError('forbidden', `There is no account for ${email}. Sign up in the app first.`)
  }
  const address = await callingAddress(rowRequest, request)
  await rowRequest.context.signInLimit.signUp(signInAttemptOf(rowRequest, { email, address }))
  const created = createProvedAccount(rowRequest, { email, request }).catch(
    async (error: unknown) => {
      // Another first sign-in of this address may have created it meanwhile.
      const found = await findAccount(rowRequest, { email })
      if (found) return takeOver(rowRequest, found)
      throw error
    },
  )
  const account = await created
  if (!account) throw refuseTicket()
  return account
}

/**
 * The account of a person who signs in for the first time. Only an address that the provider has checked finds one. The
 * row comes first and the identity second: if the process dies between, the next sign-in finds the row by its address.
 */
async function linkByAddress(rowRequest: RowRequest, person: Person): Promise<Account> {
  const { provider, profile } = person
  const { verifiedEmail: email } = profile
  if (email === null) {
    throw new ApiError(
      'forbidden',
      `${provider.label} does not confirm your email address. Sign in another way, then link your account with ${provider.label}.`,
    )
  }
  const found = await findAccount(rowRequest, { email })
  const account = found
    ? await takeOver(rowRequest, found)
    : await createFor(rowRequest, person, email)
  const identity = { ...identityOf(rowRequest, profile), userId: account.id, email }
  if (await addAppIdentity(rowRequest.context.db, identity)) return account
  throw new ApiError(
    'conflict',
    `The account of ${email} is linked with another person of ${provider.label}. Sign in another way.`,
  )
}

/** The session opens with the use of the identity: of one that is unlinked meanwhile, neither is stored. */
async function openLinkedSession(
  rowRequest: RowRequest,
  { account, profile }: { account: Account; profile: SsoProfile },
): Promise<AppSession> {
  const used = { ...identityOf(rowRequest, profile), userId: account.id }
  const session = await openCheckedSession(rowRequest, account, (transaction) =>
    recordAppIdentityUse(transaction, used),
  )
  const user = session && (await readAccount(rowRequest, account.id))
  if (!user) throw refuseTicket()
  return { ...session, user }
}

/** The ticket is consumed first: if the process dies after it, the user starts again. */
export const confirmUserProvider = route(endpoint, (call, context: RowsContext) =>
  withAccounts({ call, context, use: 'write' }, async (rowRequest) => {
    const { body, request } = call
    const proved = await proveByProvider(rowRequest, { ...body, linksUser: null })
    const person = { ...proved, request }
    const account =
      (await findLinked(rowRequest, proved.profile)) ?? (await linkByAddress(rowRequest, person))
    return openLinkedSession(rowRequest, { account, profile: proved.profile })
  }),
)
