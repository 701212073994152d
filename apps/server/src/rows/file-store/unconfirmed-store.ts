import type { Queryable, Transaction } from '../../foundation/platform/database.ts'
import { sql } from '../../foundation/platform/sql.ts'
import type { Acl, StoreKind } from './file-store.ts'

/** Bytes of uploads that no row references yet. */
export interface Unconfirmed extends Record<string, unknown> {
  project: number
  /** Guests and app users together. */
  outsiders: number
  caller: number
}

/** Sums a project's unconfirmed uploads, under a lock that stops other processes from adding until the transaction ends. */
export async function lockUnconfirmed(
  transaction: Transaction,
  { projectId, caller }: { projectId: string; caller: string },
): Promise<Unconfirmed> {
  await transaction.query(
    sql`select pg_advisory_xact_lock(hashtextextended(${`unconfirmed uploads ${projectId}`}, 0))`,
  )
  const [sums] = await transaction.query<Unconfirmed>(sql`
    select coalesce(sum(reserved), 0)::float8 as project,
      coalesce(sum(reserved) filter (where caller like 'guest %' or caller like 'user %'), 0)::float8 as outsiders,
      coalesce(sum(reserved) filter (where caller = ${caller}), 0)::float8 as caller
    from upload where reserved is not null
      and environment_id in (select id from environment where project_id = ${projectId})`)
  return sums ?? { project: 0, outsiders: 0, caller: 0 }
}

interface Confirmed extends Record<string, unknown> {
  key: string
  acl: Acl
  isPublic: boolean
  store: StoreKind
}

/** Confirms the files of a saved row, with their sizes where known; returns those that were unconfirmed or not public yet. */
export async function confirmUploads(
  on: Queryable,
  files: readonly { key: string; size: number | null }[],
): Promise<readonly Confirmed[]> {
  return on.query<Confirmed>(sql`
    update upload set reserved = null, size = coalesce(upload.size, given.size)
    from unnest(${files.map(({ key }) => key)}::text[], ${files.map(({ size }) => size)}::bigint[])
      as given (key, size)
    where upload.key = given.key
      and (reserved is not null or (acl = 'public-read' and not is_public))
    returning upload.key, acl, is_public as "isPublic", store`)
}

/** Records that a file is public; undefined if its field was protected meanwhile. */
export async function markPublic(on: Queryable, key: string): Promise<StoreKind | undefined> {
  const [marked] = await on.query<{ store: StoreKind }>(sql`
    update upload set is_public = true where key = ${key} and acl = 'public-read' returning store`)
  return marked?.store
}

export interface ExpiredUpload extends Record<string, unknown> {
  key: string
  state: 'pending' | 'claimed' | 'held'
  isPublic: boolean
  isConfirmed: boolean
  store: StoreKind
}

/** Locks an upload whose URL has expired; the transaction is the lease. */
export async function lockExpiredUpload(
  on: Queryable,
  { seconds, stores }: { seconds: number; stores: readonly StoreKind[] },
): Promise<ExpiredUpload | undefined> {
  const [expired] = await on.query<ExpiredUpload>(sql`
    select key, state, is_public as "isPublic", reserved is null as "isConfirmed", store
    from upload where not is_expired and created_at < now() - make_interval(secs => ${seconds})
      and store = any(${stores})
    order by created_at limit 1 for update skip locked`)
  return expired
}

/** Marks an upload's URL as expired; from then on the upload counts with its real size. */
export async function markExpired(
  on: Queryable,
  { key, reserved }: { key: string; reserved: number | undefined },
): Promise<void> {
  await on.query(sql`
    update upload set is_expired = true,
      is_public = is_public and state <> 'pending',
      reserved = case when reserved is null then null else coalesce(${reserved ?? null}::bigint, reserved) end
    where key = ${key}`)
}
