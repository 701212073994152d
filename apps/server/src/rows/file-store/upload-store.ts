import type { Queryable } from '../../foundation/platform/database.ts'
import { sql } from '../../foundation/platform/sql.ts'
import type { Acl, StoreKind } from './file-store.ts'

export interface Upload {
  key: string
  environmentId: string
  tableId: string
  columnId: string
  fileName: string
  type: string
  /** ACL once a row references the file. */
  acl: Acl
  /** Whether the file is public in the store now. */
  isPublic: boolean
  size: number | null
  /** Whether a row was saved with it; staged until then. */
  isConfirmed: boolean
  state: 'pending' | 'claimed' | 'held'
  rowId: string | null
  store: StoreKind
  /** Null until the first attempt. */
  thumbnail: 'made' | 'none' | null
}

type NewUpload = Pick<
  Upload,
  'key' | 'environmentId' | 'tableId' | 'columnId' | 'fileName' | 'type' | 'acl' | 'size'
> & {
  /** Bytes that count as unconfirmed; null for files that the server writes itself. */
  reserved: number | null
  caller: string | null
}

/** Records announced uploads; returns their store, which is the project's or else `home`. */
export async function recordUploads(
  on: Queryable,
  { uploads, home }: { uploads: readonly NewUpload[]; home: StoreKind },
): Promise<StoreKind> {
  const column = <K extends keyof NewUpload>(name: K) => uploads.map((upload) => upload[name])
  const [recorded] = await on.query<{ store: StoreKind }>(sql`
    insert into upload (key, environment_id, table_id, column_id, file_name, type, acl, size,
      reserved, caller, is_expired, store)
    select given.*, given.reserved is null, coalesce(
      (select file_store from project join environment on project_id = project.id
       where environment.id = given.environment_id), ${home})
    from unnest(${column('key')}::text[], ${column('environmentId')}::text[],
      ${column('tableId')}::text[], ${column('columnId')}::text[], ${column('fileName')}::text[],
      ${column('type')}::text[], ${column('acl')}::text[], ${column('size')}::bigint[],
      ${column('reserved')}::bigint[], ${column('caller')}::text[])
      as given (key, environment_id, table_id, column_id, file_name, type, acl, size, reserved, caller)
    returning store`)
  return recorded?.store ?? home
}

const columns = sql`key, environment_id as "environmentId", table_id as "tableId",
  column_id as "columnId", file_name as "fileName", type, acl, is_public as "isPublic",
  size::float8 as size, reserved is null as "isConfirmed", state, row_id as "rowId", store, thumbnail`

export async function findUploads(on: Queryable, keys: readonly string[]): Promise<Upload[]> {
  return on.query<Upload & Record<string, unknown>>(
    sql`select ${columns} from upload where key = any(${keys})`,
  )
}

/** Claims files for a row before it is saved; returns the store of each file that is free or already its own. */
export async function claimUploads(
  on: Queryable,
  claimed: { rowId: string; keys: readonly string[] },
): Promise<ReadonlyMap<string, StoreKind>> {
  const claims = await on.query<{ key: string; store: StoreKind }>(sql`
    update upload set row_id = ${claimed.rowId}, state_at = now(),
      state = case when state = 'held' then 'held' else 'claimed' end
    where key = any(${claimed.keys}) and (state = 'pending' or row_id = ${claimed.rowId})
    returning key, store`)
  return new Map(claims.map(({ key, store }) => [key, store]))
}

/** Releases the claims of a row that was not created; returns the released files. */
export async function releaseUploads(
  on: Queryable,
  row: { environmentId: string; tableId: string; rowId: string },
): Promise<{ key: string; store: StoreKind }[]> {
  return on.query<{ key: string; store: StoreKind }>(sql`
    update upload set state = 'pending', row_id = null, state_at = created_at
    where environment_id = ${row.environmentId} and table_id = ${row.tableId}
      and row_id = ${row.rowId} and state = 'claimed' and not was_held
    returning key, store`)
}

/** Marks the files of rows that are about to change, so that the sweeper checks whether they are still referenced. */
export async function markUploadsForRecheck(
  on: Queryable,
  rows: { environmentId: string; tableId: string; rowIds: readonly string[] },
): Promise<void> {
  await on.query(sql`
    update upload set state = 'claimed', was_held = true, state_at = now()
    where environment_id = ${rows.environmentId} and table_id = ${rows.tableId}
      and row_id = any(${rows.rowIds}) and state = 'held'`)
}

interface OpenUploads {
  environmentId: string
  columns: readonly { tableId: string; columnId: string }[]
  /** Last key of the previous page. */
  after: string
}

/** The next public files of these columns that a row has claimed. */
export async function listOpenUploads(on: Queryable, query: OpenUploads): Promise<string[]> {
  const tableIds = query.columns.map(({ tableId }) => tableId)
  const columnIds = query.columns.map(({ columnId }) => columnId)
  const rows = await on.query<{ key: string }>(sql`
    select key from upload
    where environment_id = ${query.environmentId} and acl = 'public-read' and state <> 'pending'
      and (table_id, column_id) in (select * from unnest(${tableIds}::text[], ${columnIds}::text[]))
      and key > ${query.after}
    order by key limit 200`)
  return rows.map(({ key }) => key)
}

/** Records that a file is private; returns the stores that have it or a left copy of it. */
export async function closeUpload(on: Queryable, key: string): Promise<readonly StoreKind[]> {
  const [closed] = await on.query<{ store: StoreKind; leftIn: StoreKind | null }>(sql`
    update upload set acl = 'private', is_public = false where key = ${key} returning store, left_in as "leftIn"`)
  return closed ? [closed.store, ...(closed.leftIn ? [closed.leftIn] : [])] : []
}

export type DueUpload = Upload & { wasHeld: boolean; projectId: string; leftIn: StoreKind | null }

/**
 * Locks an upload that is due for a sweep; the transaction is the lease. The rows of a deleted project cannot be read,
 * so its files wait until it is restored or erased.
 */
export async function lockDueUpload(
  on: Queryable,
  age: { claimedSeconds: number; pendingSeconds: number; stores: readonly StoreKind[] },
): Promise<DueUpload | undefined> {
  const [due] = await on.query<DueUpload & Record<string, unknown>>(sql`
    select ${columns}, was_held as "wasHeld", left_in as "leftIn",
      (select project_id from environment where id = environment_id) as "projectId"
    from upload
    where ((state = 'claimed' and state_at < now() - make_interval(secs => ${age.claimedSeconds}))
      or (state = 'pending' and state_at < now() - make_interval(secs => ${age.pendingSeconds})))
      and not exists (select 1 from file_lease join environment using (project_id)
        where environment.id = upload.environment_id and file_lease.until > now())
      and exists (select from environment join project on project.id = project_id
        where environment.id = upload.environment_id and project.deleted_at is null)
      and store = any(${age.stores}) and (left_in is null or left_in = any(${age.stores}))
    order by state_at limit 1 for update skip locked`)
  return due
}

export async function resolveUpload(
  on: Queryable,
  { key, outcome }: { key: string; outcome: 'held' | 'pending' | 'gone' },
): Promise<void> {
  if (outcome === 'gone') await on.query(sql`delete from upload where key = ${key}`)
  else if (outcome === 'held')
    await on.query(sql`update upload set state = 'held', was_held = true where key = ${key}`)
  else
    await on.query(sql`
      update upload set state = 'pending', row_id = null, state_at = created_at where key = ${key}`)
}
