import { endAppSessionsOf } from '../../foundation/callers/app-session-store.ts'
import type { RowsContext } from '../context.ts'
import type { OpenTable } from '../request/on-table.ts'
import type { SentRow } from '../statements/write/write-plan.ts'

/** Signs app users out everywhere whose rows are gone or whose passwords are others now. */
export async function endAccounts(
  { db, appSessions }: Pick<RowsContext, 'db' | 'appSessions'>,
  { environment, table }: Pick<OpenTable, 'environment' | 'table'>,
  userIds: readonly string[],
): Promise<void> {
  if (table.definition.type !== 'Auth' || userIds.length === 0) return
  const users = { environmentId: environment.id, tableId: table.id, userIds }
  appSessions.forget(await db.transaction((transaction) => endAppSessionsOf(transaction, users)))
}

/** Those of an Auth table's rows that were given another password. */
export function withNewPassword(rows: readonly SentRow[]): readonly string[] {
  return rows.filter(({ values }) => values.has('password')).map(({ id }) => id)
}
