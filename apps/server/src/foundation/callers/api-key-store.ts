import { type EnvironmentName, OPERATIONS, type Operation } from '@plinth/contract'
import * as z from 'zod'
import type { FoundToken } from '../cache/token-cache.ts'
import type { Database, Queryable, Transaction } from '../platform/database.ts'
import { sql } from '../platform/sql.ts'
import { readStored } from '../platform/stored-json.ts'

/** Operations that a key grants, by table id: they survive renaming a table, not deleting and recreating it. */
export type Grants = Readonly<Record<string, readonly Operation[]>>

const StoredGrants = z.record(z.string(), z.array(z.enum(OPERATIONS)))
const readGrants = (text: string): Grants => readStored(StoredGrants, text, 'API key grants')

/** The API key of a request, with its environment and grants. */
export interface KeyBearer {
  id: string
  name: string
  projectId: string
  environmentId: string
  environment: EnvironmentName
  grants: Grants
  /** Whether the holder may name the address of the visitor it calls for. */
  canNameVisitors: boolean
  expiresAt: Date | null
}

export interface StoredKey extends KeyBearer {
  createdAt: Date
  createdBy: string | null
  lastUsedAt: Date | null
}

/** Notifies every process that caches keys. */
export const KEY_ENDED_CHANNEL = 'plinth_api_key_ended'

/** `last_used_at` is updated at most once a minute, so that most calls do not write. */
const TOUCH_SECONDS = 60

const bearer = sql`api_key.id, api_key.name, environment.project_id as "projectId",
  api_key.environment_id as "environmentId", environment.name as environment, api_key.grants,
  api_key.can_name_visitors as "canNameVisitors", api_key.expires_at as "expiresAt"`
const stored = sql`${bearer}, api_key.created_at as "createdAt", api_key.last_used_at as "lastUsedAt",
  (select email from staff where staff.id = api_key.created_by) as "createdBy"`

type Raw<T> = Omit<T, 'grants'> & { grants: string } & Record<string, unknown>

/** Reads the keys of these token hashes from the database, uncached. */
export async function findKeyBearers(
  db: Database,
  tokenHashes: readonly Buffer[],
): Promise<FoundToken<KeyBearer>[]> {
  const rows = await db.query<Raw<KeyBearer> & { tokenHash: Buffer; touch: boolean }>(sql`
    select ${bearer}, api_key.token_hash as "tokenHash",
      coalesce(api_key.last_used_at < now() - make_interval(secs => ${TOUCH_SECONDS}), true) as touch
    from api_key join environment on environment.id = api_key.environment_id
      join project on project.id = environment.project_id
    where api_key.token_hash = any(${tokenHashes}) and project.deleted_at is null
      and (api_key.expires_at is null or api_key.expires_at > now())`)
  const used = rows.filter(({ touch }) => touch).map(({ id }) => id)
  if (used.length > 0)
    await db.query(sql`update api_key set last_used_at = now() where id = any(${used})`)
  return rows.map(({ touch, tokenHash, grants, ...key }) => {
    const bare = key as unknown as Omit<KeyBearer, 'grants'>
    return { tokenHash, found: { ...bare, grants: readGrants(grants) } }
  })
}

function toStored({ grants, ...row }: Raw<StoredKey>): StoredKey {
  return { ...(row as unknown as Omit<StoredKey, 'grants'>), grants: readGrants(grants) }
}

export async function listStoredKeys(on: Queryable, projectId: string): Promise<StoredKey[]> {
  const rows = await on.query<Raw<StoredKey>>(sql`
    select ${stored} from api_key join environment on environment.id = api_key.environment_id
    where environment.project_id = ${projectId} order by api_key.created_at desc, api_key.id desc`)
  return rows.map(toStored)
}

export async function addKey(
  transaction: Transaction,
  key: Pick<
    KeyBearer,
    'id' | 'name' | 'environmentId' | 'grants' | 'canNameVisitors' | 'expiresAt'
  > & {
    tokenHash: Buffer
    staffId: string
  },
): Promise<Date> {
  const [row] = await transaction.query<{ created_at: Date }>(sql`
    insert into api_key (id, environment_id, name, token_hash, grants, can_name_visitors, created_by, expires_at)
    values (${key.id}, ${key.environmentId}, ${key.name}, ${key.tokenHash},
      ${JSON.stringify(key.grants)}, ${key.canNameVisitors}, ${key.staffId}, ${key.expiresAt})
    returning created_at`)
  return row?.created_at ?? new Date()
}

/** Reads the key FOR UPDATE. */
export async function lockKeyForUpdate(
  transaction: Transaction,
  { projectId, keyId }: { projectId: string; keyId: string },
): Promise<(StoredKey & { tokenHash: Buffer }) | undefined> {
  const [row] = await transaction.query<Raw<StoredKey> & { tokenHash: Buffer }>(sql`
    select ${stored}, api_key.token_hash as "tokenHash"
    from api_key join environment on environment.id = api_key.environment_id
    where api_key.id = ${keyId} and environment.project_id = ${projectId}
    for update of api_key`)
  return row && { ...toStored(row), tokenHash: row.tokenHash }
}

/** Deletes all keys of a project and notifies every process like {@link dropKey}; returns how many. */
export async function dropKeysOf(transaction: Transaction, projectId: string): Promise<number> {
  const dropped = await transaction.query(sql`
    with dropped as (
      delete from api_key where environment_id in (select id from environment where project_id = ${projectId})
      returning token_hash
    )
    select pg_notify(${KEY_ENDED_CHANNEL}, encode(token_hash, 'hex')) from dropped`)
  return dropped.length
}

/** Deletes a key; every process is notified when the transaction commits. */
export async function dropKey(
  transaction: Transaction,
  { id, tokenHash }: { id: string; tokenHash: Buffer },
): Promise<void> {
  await transaction.query(sql`delete from api_key where id = ${id}`)
  await transaction.query(sql`select pg_notify(${KEY_ENDED_CHANNEL}, ${tokenHash.toString('hex')})`)
}
