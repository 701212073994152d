import { type AppPasskey, MAX_PASSKEYS } from '@plinth/contract'
import type { NewCredential, VerifyingKey } from '../../accounts/web-authn/verify-answer.ts'
import type { Queryable, Transaction } from '../../foundation/platform/database.ts'
import { raw, sql } from '../../foundation/platform/sql.ts'
import type { AuthTableId } from '../app-providers/app-provider-store.ts'
import type { AppUserKey } from '../app-users/disabled-user-store.ts'

interface PasskeyRow extends Record<string, unknown> {
  id: string
  name: string
  host: string
  createdAt: Date
  lastUsedAt: Date | null
}

const COLUMNS = raw('id, name, host, created_at as "createdAt", last_used_at as "lastUsedAt"')

function toPasskey(row: PasskeyRow, host: string | null): AppPasskey {
  const { id, name, createdAt, lastUsedAt } = row
  return {
    id,
    name,
    createdOn: createdAt.toISOString(),
    lastUsedOn: lastUsedAt?.toISOString() ?? null,
    isUsable: row.host === host,
  }
}

/** A user's passkeys, newest first; those of another host than this one are not usable. */
export async function selectAppPasskeys(
  on: Queryable,
  user: AppUserKey,
  host: string | null,
): Promise<AppPasskey[]> {
  const rows = await on.query<PasskeyRow>(sql`
    select ${COLUMNS} from app_passkey where environment_id = ${user.environmentId}
      and table_id = ${user.tableId} and user_id = ${user.userId}
    order by created_at desc, id desc`)
  return rows.map((row) => toPasskey(row, host))
}

/** What a browser needs to find the passkeys of a user at a host. */
export function selectAppHandles(
  on: Queryable,
  user: AppUserKey,
  host: string,
): Promise<{ credentialId: Buffer; transports: string[] }[]> {
  return on.query(sql`
    select credential_id as "credentialId", transports from app_passkey
    where environment_id = ${user.environmentId} and table_id = ${user.tableId}
      and user_id = ${user.userId} and host = ${host} order by id`)
}

/** A passkey with its user. */
export interface UserKey extends VerifyingKey, Record<string, unknown> {
  readonly id: string
  readonly userId: string
}

/** The passkey of a credential, of whichever user of the table. */
export async function findAppPasskey(
  on: Queryable,
  key: AuthTableId & { readonly host: string; readonly credentialId: Buffer },
): Promise<UserKey | undefined> {
  const [row] = await on.query<UserKey>(sql`
    select id, user_id as "userId", public_key as "publicKey", counter::float8 as counter
    from app_passkey where environment_id = ${key.environmentId} and table_id = ${key.tableId}
      and host = ${key.host} and credential_id = ${key.credentialId}`)
  return row
}

interface NewAppPasskey extends AppUserKey, NewCredential {
  readonly id: string
  readonly host: string
  readonly name: string
}

/** Whether a user may have one more; other calls that add one wait until the transaction ends. */
export async function lockForAnother(transaction: Transaction, user: AppUserKey): Promise<boolean> {
  const { environmentId, tableId, userId } = user
  const name = `app passkeys ${environmentId}/${tableId}/${userId}`
  await transaction.query(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`)
  const rows = await transaction.query(sql`
    select from app_passkey where environment_id = ${environmentId} and table_id = ${tableId}
      and user_id = ${userId}`)
  return rows.length < MAX_PASSKEYS
}

/** Undefined if a user of the table has registered the credential already. */
export async function insertAppPasskey(
  transaction: Transaction,
  passkey: NewAppPasskey,
): Promise<AppPasskey | undefined> {
  const [row] = await transaction.query<PasskeyRow>(sql`
    insert into app_passkey (id, environment_id, table_id, user_id, host, name, credential_id, public_key, counter,
      transports)
    values (${passkey.id}, ${passkey.environmentId}, ${passkey.tableId}, ${passkey.userId}, ${passkey.host},
      ${passkey.name}, ${passkey.credentialId}, ${passkey.publicKey}, ${passkey.counter},
      ${passkey.transports}::text[])
    on conflict do nothing returning ${COLUMNS}`)
  return row && toPasskey(row, passkey.host)
}

/** False if the passkey was removed meanwhile, or if its counter is not beyond the stored one. */
export async function recordAppPasskeyUse(
  transaction: Transaction,
  { id, counter }: { id: string; counter: number },
): Promise<boolean> {
  const rows = await transaction.query(sql`
    update app_passkey set counter = ${counter}, last_used_at = now()
    where id = ${id} and (counter < ${counter} or (counter = 0 and ${counter}::bigint = 0))
    returning id`)
  return rows.length > 0
}

interface OnePasskey extends AppUserKey {
  readonly id: string
}

/** False if the user has no such passkey. */
export async function setAppPasskeyName(
  on: Queryable,
  { id, name, ...user }: OnePasskey & { name: string },
): Promise<boolean> {
  const rows = await on.query(sql`
    update app_passkey set name = ${name} where id = ${id} and environment_id = ${user.environmentId}
      and table_id = ${user.tableId} and user_id = ${user.userId} returning id`)
  return rows.length > 0
}

/** The name; undefined if the user has no such passkey. */
export async function dropAppPasskey(
  transaction: Transaction,
  { id, ...user }: OnePasskey,
): Promise<string | undefined> {
  const [row] = await transaction.query<{ name: string }>(sql`
    delete from app_passkey where id = ${id} and environment_id = ${user.environmentId}
      and table_id = ${user.tableId} and user_id = ${user.userId} returning name`)
  return row?.name
}
