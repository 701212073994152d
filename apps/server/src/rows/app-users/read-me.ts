import type { Row } from '@plinth/contract'
import type { AppUser } from '../../foundation/callers/app-session-store.ts'
import { unauthenticated } from '../../foundation/http/errors/refusal.ts'
import type { RowsContext } from '../context.ts'
import { onTable } from '../request/on-table.ts'
import { endAccounts } from '../write/end-accounts.ts'
import { readAccount } from './account.ts'

/** The row of the app user whose token it is; a user whose row is gone is signed out. */
export async function readMe(context: RowsContext, user: AppUser): Promise<Row> {
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
