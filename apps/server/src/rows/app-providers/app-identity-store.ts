import type { Queryable, Transaction } from '../../foundation/platform/database.ts'
import { sql } from '../../foundation/platform/sql.ts'
import type { AppUserKey } from '../app-users/disabled-user-store.ts'
import type { AuthTableId } from './app-provider-store.ts'

/** A person of a provider, as the users of one Auth table know them. */
export interface IdentityKey extends AuthTableId {
  readonly issuer: string
  readonly subject: string
}

/** The user that a person of a provider is. */
export async function findIdentityUser(
  on: Queryable,
  key: IdentityKey,
): Promise<string | undefined> {
  const [row] = await on.query<{ user_id: string }>(sql`
    select user_id from app_identity where environment_id = ${key.environmentId}
      and table_id = ${key.tableId} and issuer = ${key.issuer} and subject = ${key.subject}`)
  return row?.user_id
}

/** Links a person with a user. Idempotent; false if either is linked with another one of this issuer. */
export async function addAppIdentity(
  on: Queryable,
  { userId, email, ...key }: IdentityKey & { userId: string; email: string | null },
): Promise<boolean> {
  await on.query(sql`
    insert into app_identity (environment_id, table_id, issuer, subject, user_id, email)
    values (${key.environmentId}, ${key.tableId}, ${key.issuer}, ${key.subject}, ${userId}, ${email})
    on conflict do nothing`)
  return (await findIdentityUser(on, key)) === userId
}

/** False if the person was unlinked meanwhile. Another transaction that unlinks them waits for this one. */
export async function recordAppIdentityUse(
  transaction: Transaction,
  { userId, ...key }: IdentityKey & { userId: string },
): Promise<boolean> {
  const rows = await transaction.query(sql`
    update app_identity set used_at = now() where environment_id = ${key.environmentId}
      and table_id = ${key.tableId} and issuer = ${key.issuer} and subject = ${key.subject}
      and user_id = ${userId} returning user_id`)
  return rows.length > 0
}

interface StoredIdentity extends Record<string, unknown> {
  issuer: string
  email: string | null
  createdAt: Date
  usedAt: Date
}

export function selectIdentitiesOf(on: Queryable, user: AppUserKey): Promise<StoredIdentity[]> {
  return on.query<StoredIdentity>(sql`
    select issuer, email, created_at as "createdAt", used_at as "usedAt" from app_identity
    where environment_id = ${user.environmentId} and table_id = ${user.tableId}
      and user_id = ${user.userId}
    order by created_at, issuer`)
}

export async function dropAppIdentity(
  transaction: Transaction,
  { issuer, ...user }: AppUserKey & { issuer: string },
): Promise<void> {
  await transaction.query(sql`
    delete from app_identity where environment_id = ${user.environmentId}
      and table_id = ${user.tableId} and user_id = ${user.userId} and issuer = ${issuer}`)
}
