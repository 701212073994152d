import type { AccountsContext } from '../context.ts'
import { endSessionsOfOthers } from './identity-store.ts'
import { findStoredProvider } from './sso-provider-store.ts'

/** Ends sessions that a provider opened which the settings name no more. Called at the start of the server. */
export async function endForeignSessions({
  env,
  db,
  log,
}: Pick<AccountsContext, 'env' | 'db' | 'log'>): Promise<void> {
  const provider = env.oidc ?? (await findStoredProvider(db))
  const ended = await endSessionsOfOthers(db, provider)
  if (ended > 0) log.info({ ended }, 'sso: sessions of another provider ended')
}
