import type { AccountsContext } from '../context.ts'
import { findOnlyProvider } from './find-only-provider.ts'
import { endPasswordSessions } from './sso-only-store.ts'

/** Ends the sessions that passwords opened, if the settings allow the provider only. Called at the start of the server. */
export async function startSsoOnly({
  env,
  db,
  log,
}: Pick<AccountsContext, 'env' | 'db' | 'log'>): Promise<void> {
  if (!env.oidc?.ssoOnly) return
  if (await findOnlyProvider({ env }, db)) await endPasswordSessions(db, null)
  else log.warn('sso: passwords still work, because no admin is a break-glass account')
}
