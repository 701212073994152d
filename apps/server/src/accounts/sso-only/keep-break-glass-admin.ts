import type { Transaction } from '../../foundation/platform/database.ts'
import type { AccountsContext } from '../context.ts'
import { findOnlyProvider } from './find-only-provider.ts'
import {
  endPasswordSessions,
  findStoredOnly,
  hasBreakGlassAdmin,
  lockSsoOnly,
} from './sso-only-store.ts'

interface Change<T> extends Pick<AccountsContext, 'env'> {
  change: () => Promise<T>
}

/**
 * Applies a change of accounts. While people sign in with the provider only, it throws if the change takes the last
 * break-glass admin, since all passwords would work again. Sessions that passwords opened end, such as those from
 * before the first break-glass admin.
 */
export async function keepBreakGlassAdmin<T>(
  transaction: Transaction,
  { env, change }: Change<T>,
): Promise<T> {
  await lockSsoOnly(transaction)
  const had = await hasBreakGlassAdmin(transaction)
  const changed = await change()
  const has = await hasBreakGlassAdmin(transaction)
  if (had && !has && (env.oidc?.ssoOnly || (await findStoredOnly(transaction)) !== undefined)) {
    throw new Error(
      'This is the only break-glass admin, and people sign in with the identity provider only. Choose another one first: plinth-server staff break-glass.',
    )
  }
  if ((await findOnlyProvider({ env }, transaction)) !== undefined) {
    await endPasswordSessions(transaction, null)
  }
  return changed
}
