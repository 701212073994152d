import type { Queryable } from '../../foundation/platform/database.ts'
import { sql } from '../../foundation/platform/sql.ts'

export interface AppUserKey {
  readonly environmentId: string
  readonly tableId: string
  readonly userId: string
}

/** When a user was disabled; undefined if they may sign in. */
export async function findDisabled(on: Queryable, user: AppUserKey): Promise<Date | undefined> {
  const [row] = await on.query<{ disabled_at: Date }>(sql`
    select disabled_at from disabled_app_user where environment_id = ${user.environmentId}
      and table_id = ${user.tableId} and user_id = ${user.userId}`)
  return row?.disabled_at
}

export const isUserDisabled = async (on: Queryable, user: AppUserKey): Promise<boolean> =>
  (await findDisabled(on, user)) !== undefined
