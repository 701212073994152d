import { endAppSessionsOf } from '../../foundation/callers/app-session-store.ts'
import type { RowsContext } from '../context.ts'
import type { OpenTable } from '../request/row-request.ts'
import type { SentRow } from '../statements/write/write-plan.ts'

/** Ends all sessions of app users, after their rows were deleted or their passwords changed. No effect on other tables. */
export async function endUserSessions(
  { db, appSessions }: Pick<RowsContext, 'db' | 'appSessions'>,
  { environment, table }: Pick<OpenTable, 'environment' | 'table'>,
  userIds: readonly string[],
): Promise<void> {
  if (table.definition.type !== 'Auth' || userIds.length === 0) return
  const users = { environmentId: environment.id, tableId: table.id, userIds }
  appSessions.forget(await db.transaction((transaction) => endAppSessionsOf(transaction, users)))
}

/** The ids of rows for which a password was sent. */
export function idsWithNewPassword(rows: readonly SentRow[]): readonly string[] {
  return rows.filter(({ values }) => values.has('password')).map(({ id }) => id)
}
