import { type AppIdentity, listUserIdentities as endpoint } from '@plinth/contract'
import type { AppUser } from '../../foundation/callers/app-session-store.ts'
import { route } from '../../foundation/http/calls/route.ts'
import { rejectOtherAccount, withAccounts } from '../app-users/with-accounts.ts'
import type { RowsContext } from '../context.ts'
import { selectIdentitiesOf } from './app-identity-store.ts'
import { selectProvidersOf } from './app-provider-store.ts'

/** The identities of a user, with the names of their providers. */
export async function readIdentities(
  { db }: Pick<RowsContext, 'db'>,
  user: AppUser,
): Promise<AppIdentity[]> {
  const providers = await selectProvidersOf(db, user)
  const stored = await selectIdentitiesOf(db, user)
  return stored.map(({ issuer, email, createdAt, usedAt }) => ({
    provider: providers.find(({ settings }) => settings.issuer === issuer)?.name ?? null,
    issuer,
    email,
    linkedOn: createdAt.toISOString(),
    usedOn: usedAt.toISOString(),
  }))
}

export const listUserIdentities = route(endpoint, (call, context: RowsContext) =>
  withAccounts({ call, context, use: 'read' }, async (rowRequest) => {
    rejectOtherAccount(rowRequest, call.user)
    return { identities: await readIdentities(context, call.user) }
  }),
)
