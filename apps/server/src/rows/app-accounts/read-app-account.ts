import type { AppAccount, AppUserPlace, LinkedIdentity } from '@plinth/contract'
import { ApiError } from '../../foundation/http/errors/api-error.ts'
import type { Queryable } from '../../foundation/platform/database.ts'
import { selectAppPasskeys } from '../app-passkeys/app-passkey-store.ts'
import { selectIdentitiesOf } from '../app-providers/app-identity-store.ts'
import { selectProvidersOf } from '../app-providers/app-provider-store.ts'
import { findSignIn } from '../app-sign-in/app-sign-in-store.ts'
import { findAccount } from '../app-users/account.ts'
import { type AppUserKey, findDisabled } from '../app-users/disabled-user-store.ts'
import { withAuthTable } from '../app-users/with-auth-table.ts'
import type { RowsContext } from '../context.ts'
import { selectSessions } from './app-account-store.ts'

interface AskedAccount extends AppUserPlace {
  readonly projectId: string
  readonly userId: string
}

/** The account of a user's row with its keys; throws 404 if there is no such row or Auth table. */
export async function requireAppAccount(context: RowsContext, asked: AskedAccount) {
  const found = await withAuthTable(context, asked, async (open) => {
    const account = await findAccount(open, { id: asked.userId })
    const key = { environmentId: open.environment.id, tableId: asked.tableId }
    return account && { account, key: { ...key, userId: account.id } }
  })
  if (!found) throw new ApiError('not_found', 'This Auth table has no user with this id.')
  return found
}

type FoundAccount = Awaited<ReturnType<typeof requireAppAccount>>

async function readLinked(on: Queryable, key: AppUserKey): Promise<LinkedIdentity[]> {
  const providers = await selectProvidersOf(on, key)
  const stored = await selectIdentitiesOf(on, key)
  return stored.map(({ issuer, email, createdAt, usedAt }) => ({
    issuer,
    label: providers.find(({ settings }) => settings.issuer === issuer)?.label ?? null,
    email,
    linkedOn: createdAt.toISOString(),
    usedOn: usedAt.toISOString(),
  }))
}

export async function readAppAccount(
  on: Queryable,
  { account, key }: FoundAccount,
): Promise<AppAccount> {
  const disabled = await findDisabled(on, key)
  const sessions = await selectSessions(on, key)
  const { byCode, passkeyHost } = await findSignIn(on, key)
  const identities = await readLinked(on, key)
  return {
    email: account.email,
    verified: account.verified,
    disabledOn: disabled?.toISOString() ?? null,
    lastSeenOn: sessions.find(({ actor }) => actor === null)?.lastUsedAt.toISOString() ?? null,
    signIn: { password: account.passwordHash !== undefined, code: byCode },
    identities,
    passkeys: await selectAppPasskeys(on, key, passkeyHost),
    sessions: sessions.map(({ startedAt, lastUsedAt, expiresAt, actor }) => ({
      startedOn: startedAt.toISOString(),
      lastUsedOn: lastUsedAt.toISOString(),
      expiresOn: expiresAt.toISOString(),
      actor,
    })),
  }
}
