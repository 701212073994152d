import type { Queryable } from '../platform/database.ts'
import { type Sql, sql } from '../platform/sql.ts'

/** A sealed value with its binding. */
export interface SealedValue {
  /** Primary key of the row. */
  key: string[]
  sealed: Buffer
  binding: string[]
}

interface SealedRow extends Record<string, unknown> {
  key: string[]
  sealed: Buffer
  binding: string[]
}

/** A column that holds sealed values. */
export interface SealedPlace {
  column: `${string}.${string}`
  list: Sql
  /** Compare-and-set: replaces the value only if it is still `from`. */
  replace: (key: readonly string[], change: { from: Buffer; to: Buffer }) => Sql
}

/** Every column of the platform's database that the vault writes. */
export const SEALED_PLACES: readonly SealedPlace[] = [
  {
    column: 'constant.sealed',
    list: sql`select array[constant.id] as key, sealed,
        array['constant', project_id, environment_id, constant.id] as binding
      from constant join environment on environment.id = environment_id where sealed is not null`,
    replace: ([id], { from, to }) =>
      sql`update constant set sealed = ${to} where id = ${id} and sealed = ${from} returning 1`,
  },
  {
    column: 'placement.connection',
    list: sql`select array[environment_id] as key, connection as sealed,
        array['placement', environment_id] as binding
      from placement where connection is not null`,
    replace: ([id], { from, to }) => sql`
      update placement set connection = ${to}
      where environment_id = ${id} and connection = ${from} returning 1`,
  },
  {
    column: 'credential_secret.sealed',
    list: sql`select array[credential_id, field] as key, sealed,
        array['credential', project_id, environment_id, credential_id, field] as binding
      from credential_secret join credential on credential.id = credential_id
        join environment on environment.id = environment_id`,
    replace: ([id, field], { from, to }) => sql`
      update credential_secret set sealed = ${to}
      where credential_id = ${id} and field = ${field} and sealed = ${from} returning 1`,
  },
  {
    column: 'credential_connection.access_token',
    list: sql`select array[credential_id] as key, access_token as sealed,
        array['credential-token', project_id, environment_id, credential_id, 'access', bound] as binding
      from credential_connection join credential on credential.id = credential_id
        join environment on environment.id = environment_id where access_token is not null`,
    replace: ([id], { from, to }) => sql`
      update credential_connection set access_token = ${to}
      where credential_id = ${id} and access_token = ${from} returning 1`,
  },
  {
    column: 'credential_connection.refresh_token',
    list: sql`select array[credential_id] as key, refresh_token as sealed,
        array['credential-token', project_id, environment_id, credential_id, 'refresh', bound] as binding
      from credential_connection join credential on credential.id = credential_id
        join environment on environment.id = environment_id where refresh_token is not null`,
    replace: ([id], { from, to }) => sql`
      update credential_connection set refresh_token = ${to}
      where credential_id = ${id} and refresh_token = ${from} returning 1`,
  },
  {
    column: 'staged_secret.sealed',
    list: sql`select array[release_id, credential_id, field] as key, sealed,
        array['credential', project_id, environment_id, credential_id, field] as binding
      from staged_secret join release on release.id = release_id`,
    replace: ([releaseId, id, field], { from, to }) => sql`
      update staged_secret set sealed = ${to} where release_id = ${releaseId}
        and credential_id = ${id} and field = ${field} and sealed = ${from} returning 1`,
  },
  {
    column: 'two_factor.secret',
    list: sql`select array[staff_id] as key, secret as sealed, array['two-factor', staff_id] as binding
      from two_factor`,
    replace: ([id], { from, to }) =>
      sql`update two_factor set secret = ${to} where staff_id = ${id} and secret = ${from} returning 1`,
  },
  {
    column: 'sso_provider.client_secret',
    list: sql`select array[organisation_id] as key, client_secret as sealed,
        array['sso-provider', organisation_id] as binding
      from sso_provider`,
    replace: ([id], { from, to }) => sql`
      update sso_provider set client_secret = ${to}
      where organisation_id = ${id} and client_secret = ${from} returning 1`,
  },
  {
    column: 'app_provider.client_secret',
    list: sql`select array[environment_id, table_id, name] as key, client_secret as sealed,
        array['app-provider', environment_id, table_id, name] as binding
      from app_provider`,
    replace: ([environmentId, tableId, name], { from, to }) => sql`
      update app_provider set client_secret = ${to} where environment_id = ${environmentId}
        and table_id = ${tableId} and name = ${name} and client_secret = ${from} returning 1`,
  },
  {
    column: 'backup.passphrase',
    list: sql`select array[id] as key, passphrase as sealed, array['backup', id] as binding
      from backup where passphrase is not null`,
    replace: ([id], { from, to }) => sql`
      update backup set passphrase = ${to} where id = ${id} and passphrase = ${from} returning 1`,
  },
  {
    column: 'restore.passphrase',
    list: sql`select array[id] as key, passphrase as sealed, array['backup', id] as binding
      from restore where passphrase is not null`,
    replace: ([id], { from, to }) => sql`
      update restore set passphrase = ${to} where id = ${id} and passphrase = ${from} returning 1`,
  },
  {
    column: 'backup_schedule.passphrase',
    list: sql`select array[project_id] as key, passphrase as sealed, array['backup-schedule', project_id] as binding
      from backup_schedule where passphrase is not null`,
    replace: ([id], { from, to }) => sql`
      update backup_schedule set passphrase = ${to} where project_id = ${id} and passphrase = ${from} returning 1`,
  },
  {
    column: 'fingerprint_key.sealed',
    list: sql`select array[project_id] as key, sealed, array['fingerprint', project_id] as binding
      from fingerprint_key`,
    replace: ([id], { from, to }) => sql`
      update fingerprint_key set sealed = ${to} where project_id = ${id} and sealed = ${from} returning 1`,
  },
]

const BATCH = 200

/** Every value of a column, read in batches by primary key. */
export async function* listSealed(on: Queryable, column: SealedPlace): AsyncGenerator<SealedValue> {
  for (let after: string[] = []; ; ) {
    const batch = await on.query<SealedRow>(sql`
      select key, sealed, binding from (${column.list}) as listed
      where key > ${after}::text[] order by key limit ${BATCH}`)
    yield* batch
    const last = batch.at(-1)
    if (!last) return
    after = last.key
  }
}

/** False if the value has changed meanwhile. */
export async function replaceSealed(
  on: Queryable,
  change: { column: SealedPlace; key: readonly string[]; from: Buffer; to: Buffer },
): Promise<boolean> {
  const { column: place, key, from, to } = change
  return (await on.query(place.replace(key, { from, to }))).length > 0
}
