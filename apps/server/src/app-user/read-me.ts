import type { Row } from '@plinth/contract'
import type { Context } from '../context.ts'
import { endAccounts } from '../data/end-accounts.ts'
import { onTable } from '../data/on-table.ts'
import { unauthenticated } from '../http/refusal.ts'
import type { AppUser } from '../platform/app-session-store.ts'
import { readAccount } from './account.ts'

/** The row of the app user whose token it is; a user whose row is gone is signed out. */
export async function readMe(context: Context, user: AppUser): Promise<Row> {
  const key = await context.environments.findById(user)
  const live = key && (await context.environments.find(key))
  if (!key || !live || live === 'preparing') throw unauthenticated()
  const named = [...live.model.tables.values()].find(({ id }) => id === user.tableId)
  if (named?.definition.type !== 'Auth') throw unauthenticated()
  return onTable({ context, key, table: named.name }, async (open) => {
    const row = await readAccount(open, user.userId)
    if (row) return row
    await endAccounts(context, open, [user.userId])
    throw unauthenticated()
  })
}
