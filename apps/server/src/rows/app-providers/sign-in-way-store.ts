import type { Transaction } from '../../foundation/platform/database.ts'
import { sql } from '../../foundation/platform/sql.ts'
import type { AppUserKey } from '../app-users/disabled-user-store.ts'

/** What a user may sign in with besides a password and mailed codes. */
interface SignInWays {
  readonly issuers: readonly string[]
  readonly passkeys: readonly { readonly id: string; readonly host: string }[]
}

/** The identities and passkeys of a user; other calls that remove one wait until the transaction ends. */
export async function lockSignInWays(
  transaction: Transaction,
  user: AppUserKey,
): Promise<SignInWays> {
  const issuers = await transaction.query<{ issuer: string }>(sql`
    select issuer from app_identity where environment_id = ${user.environmentId}
      and table_id = ${user.tableId} and user_id = ${user.userId}
    order by issuer for update`)
  const passkeys = await transaction.query<{ id: string; host: string }>(sql`
    select id, host from app_passkey where environment_id = ${user.environmentId}
      and table_id = ${user.tableId} and user_id = ${user.userId}
    order by id for update`)
  return { issuers: issuers.map(({ issuer }) => issuer), passkeys }
}
