import { ApiError } from '../../foundation/http/errors/api-error.ts'
import type { Queryable } from '../../foundation/platform/database.ts'
import type { AccountsContext } from '../context.ts'
import { findStoredOnly, hasBreakGlassAdmin, isBreakGlass } from './sso-only-store.ts'

/**
 * The name of the provider if people sign in with it only; otherwise undefined. Without a break-glass admin passwords go
 * on, so that nobody is locked out when the provider is away.
 */
export async function findOnlyProvider(
  { env }: Pick<AccountsContext, 'env'>,
  on: Queryable,
): Promise<string | undefined> {
  const fromSettings = env.oidc?.ssoOnly ? env.oidc.name : undefined
  const name = env.oidc ? fromSettings : await findStoredOnly(on)
  return name !== undefined && (await hasBreakGlassAdmin(on)) ? name : undefined
}

/** The same for one account: undefined for break-glass accounts, too. */
export async function findOnlyProviderOf(
  context: Pick<AccountsContext, 'env'>,
  on: Queryable,
  staffId: string,
): Promise<string | undefined> {
  const name = await findOnlyProvider(context, on)
  return name !== undefined && (await isBreakGlass(on, staffId)) ? undefined : name
}

/** Throws 409 for accounts that would get a password, while people sign in with the provider only. */
export async function refusePasswordAccounts(
  context: Pick<AccountsContext, 'env'>,
  on: Queryable,
): Promise<void> {
  const name = await findOnlyProvider(context, on)
  if (name === undefined) return
  throw new ApiError(
    'conflict',
    `People sign in with ${name} only, so no account with a password can be made. Let the person sign in with ${name} first.`,
  )
}
