import type { EnvironmentName } from '@plinth/contract'
import type { Queryable } from '../../../foundation/platform/database.ts'
import { type Sql, sql } from '../../../foundation/platform/sql.ts'
import { secretEnvironments } from './secret-environments.ts'

/** Whether the staff member in a column is an admin today, and neither disabled nor removed. */
export const isActiveAdmin = (staffId: Sql): Sql =>
  sql`exists (select 1 from staff where id = ${staffId} and is_admin and disabled_at is null)`

/**
 * The environments whose secrets an archive may contain, given the current role of the person who chose its
 * passphrase.
 */
export async function findSecretEnvironments(
  on: Queryable,
  { secretsBy }: { secretsBy: string | null },
): Promise<readonly EnvironmentName[]> {
  const [row] = await on.query<{ isAdmin: boolean }>(
    sql`select ${isActiveAdmin(sql`${secretsBy}`)} as "isAdmin"`,
  )
  return secretEnvironments({ isAdmin: row?.isAdmin === true })
}
