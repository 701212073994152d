import { endAppSessionsOf, forgetAppUsers } from '../../foundation/callers/app-session-store.ts'
import type { RowsContext } from '../context.ts'
import type { OpenTable } from '../request/row-request.ts'
import type { SentRow } from '../statements/write/write-plan.ts'

type SessionContext = Pick<RowsContext, 'db' | 'appSessions'>
type AuthTable = Pick<OpenTable, 'environment' | 'table'>

/** Ends all sessions of app users. No effect on other tables. */
export async function endUserSessions(
  { db, appSessions }: SessionContext,
  { environment, table }: AuthTable,
  userIds: readonly string[],
): Promise<void> {
  if (table.definition.type !== 'Auth' || userIds.length === 0) return
  const users = { environmentId: environment.id, tableId: table.id, userIds }
  appSessions.forget(await db.transaction((transaction) => endAppSessionsOf(transaction, users)))
}

/**
 * Ends all sessions of app users, their links with identity providers and their passkeys, after their rows were deleted or
 * their passwords changed: who linked or added them need not be the owner. No effect on other tables.
 */
export async function forgetUsers(
  { db, appSessions }: SessionContext,
  { environment, table }: AuthTable,
  userIds: readonly string[],
): Promise<void> {
  if (table.definition.type !== 'Auth' || userIds.length === 0) return
  const users = { environmentId: environment.id, tableId: table.id, userIds }
  appSessions.forget(await db.transaction((transaction) => forgetAppUsers(transaction, users)))
}

/** The ids of rows for which a password was sent. */
export function idsWithNewPassword(rows: readonly SentRow[]): readonly string[] {
  return rows.filter(({ values }) => values.has('password')).map(({ id }) => id)
}
