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
  /** What the file gets once a row holds it. */
  acl: Acl
  /** Whether the store lets everybody read it now. */
  isPublic: boolean
  size: number | null
  /** Whether a row was saved with it; until then it is staged. */
  isConfirmed: boolean
  state: 'pending' | 'claimed' | 'held'
  rowId: string | null
  store: StoreKind
  /** Null until it was tried. */
  thumbnail: 'made' | 'none' | null
}

type NewUpload = Pick<
  Upload,
  'key' | 'environmentId' | 'tableId' | 'columnId' | 'fileName' | 'type' | 'acl' | 'size'
> & {
  /** Bytes that count as unconfirmed; null for what the product writes itself. */
  reserved: number | null
  caller: string | null
}

/** Keeps what was announced, and says where it is to go: where the project keeps files, else `home`. */
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

/** Says that a row is about to take these files; answers with those it may have, and where they lie now. */
export async function claimUploads(
  on: Queryable,
  claimed: { rowId: string; keys: readonly string[] },
): Promise<ReadonlyMap<string, StoreKind>> {
  const taken = await on.query<{ key: string; store: StoreKind }>(sql`
    update upload set row_id = ${claimed.rowId}, state_at = now(),
      state = case when state = 'held' then 'held' else 'claimed' end
    where key = any(${claimed.keys}) and (state = 'pending' or row_id = ${claimed.rowId})
    returning key, store`)
  return new Map(taken.map(({ key, store }) => [key, store]))
}

/** Says that a row was not made after all: what it took is free again. Answers with those files. */
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

/** Says that rows are about to change or go: afterwards they are asked what they still hold. */
export async function loosenUploads(
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
  /** The last key of the page before. */
  after: string
}

/** The next files of these columns that a row took and that everybody can read. */
export async function listOpenUploads(on: Queryable, asked: OpenUploads): Promise<string[]> {
  const tableIds = asked.columns.map(({ tableId }) => tableId)
  const columnIds = asked.columns.map(({ columnId }) => columnId)
  const found = await on.query<{ key: string }>(sql`
    select key from upload
    where environment_id = ${asked.environmentId} and acl = 'public-read' and state <> 'pending'
      and (table_id, column_id) in (select * from unnest(${tableIds}::text[], ${columnIds}::text[]))
      and key > ${asked.after}
    order by key limit 200`)
  return found.map(({ key }) => key)
}

/** Says that a file is private from now on, and where it and what is left of it lie. */
export async function closeUpload(on: Queryable, key: string): Promise<readonly StoreKind[]> {
  const [closed] = await on.query<{ store: StoreKind; leftIn: StoreKind | null }>(sql`
    update upload set acl = 'private', is_public = false where key = ${key} returning store, left_in as "leftIn"`)
  return closed ? [closed.store, ...(closed.leftIn ? [closed.leftIn] : [])] : []
}

export type DueUpload = Upload & { wasHeld: boolean; projectId: string; leftIn: StoreKind | null }

/** Takes one whose time has come; the transaction is the lease. */
export async function takeDueUpload(
  on: Queryable,
  age: { claimedSeconds: number; pendingSeconds: number; stores: readonly StoreKind[] },
): Promise<DueUpload | undefined> {
  const [due] = await on.query<DueUpload & Record<string, unknown>>(sql`
    select ${columns}, was_held as "wasHeld", left_in as "leftIn",
      (select project_id from environment where id = environment_id) as "projectId"
    from upload
    where ((state = 'claimed' and state_at < now() - make_interval(secs => ${age.claimedSeconds}))
      or (state = 'pending' and state_at < now() - make_interval(secs => ${age.pendingSeconds})))
      and not exists (select 1 from backup_hold join environment using (project_id)
        where environment.id = upload.environment_id and backup_hold.until > now())
      and store = any(${age.stores}) and (left_in is null or left_in = any(${age.stores}))
    order by state_at limit 1 for update skip locked`)
  return due
}

export async function settleUpload(
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
