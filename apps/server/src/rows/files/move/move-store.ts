import type { Queryable } from '../../../foundation/platform/database.ts'
import { sql } from '../../../foundation/platform/sql.ts'
import type { Acl, StoreKind } from '../../file-store/file-store.ts'

/** A file with the row that may reference it. */
export interface PlacedFile {
  key: string
  /** Current ACL in the store. */
  acl: Acl
  state: 'pending' | 'claimed' | 'held'
  store: StoreKind
  projectId: string
  environmentId: string
  tableId: string
  columnId: string
  rowId: string | null
}

const columns = sql`upload.key,
  case when upload.is_public then 'public-read' else 'private' end as acl, upload.state, upload.store, environment.project_id as "projectId",
  upload.environment_id as "environmentId", upload.table_id as "tableId",
  upload.column_id as "columnId", upload.row_id as "rowId"`

/** Sets the store of a project's new files; false if the project does not exist. */
export async function setProjectFileStore(
  on: Queryable,
  { projectId, to }: { projectId: string; to: StoreKind },
): Promise<boolean> {
  const aimed = await on.query(
    sql`update project set file_store = ${to} where id = ${projectId} and deleted_at is null returning id`,
  )
  return aimed.length > 0
}

const PAGE = 200

interface NextFiles {
  projectId: string
  to: StoreKind
  /** Last key of the previous page. */
  after: string
}

/** The next files that were moved but left a copy; their rows may still have the old URL. */
export async function listMoved(on: Queryable, query: NextFiles): Promise<PlacedFile[]> {
  return on.query<PlacedFile & Record<string, unknown>>(sql`
    select ${columns} from upload join environment on environment.id = environment_id
    where environment.project_id = ${query.projectId} and store = ${query.to}
      and left_in is not null and key > ${query.after}
    order by key limit ${PAGE}`)
}

/** The next files of a project in other stores. */
export async function listInOtherStore(on: Queryable, query: NextFiles): Promise<PlacedFile[]> {
  return on.query<PlacedFile & Record<string, unknown>>(sql`
    select ${columns} from upload join environment on environment.id = environment_id
    where environment.project_id = ${query.projectId} and store <> ${query.to}
      and key > ${query.after}
    order by key limit ${PAGE}`)
}

/** Switches the store of a file and records the old copy for removal; false if the file is no longer in `from`. */
export async function switchStore(
  on: Queryable,
  { key, from, to }: { key: string; from: StoreKind; to: StoreKind },
): Promise<boolean> {
  const switched = await on.query(sql`
    update upload set store = ${to}, left_in = ${from}, moved_at = now(), thumbnail = null
    where key = ${key} and store = ${from} returning key`)
  return switched.length > 0
}

export type LeftCopy = PlacedFile & { leftIn: StoreKind }

/** Locks a file of a project that is not deleted, whose old copy has no valid URLs any more; the transaction is the lease. */
export async function lockLeftCopy(
  on: Queryable,
  limits: { seconds: number; stores: readonly StoreKind[] },
): Promise<LeftCopy | undefined> {
  const [left] = await on.query<LeftCopy & Record<string, unknown>>(sql`
    select ${columns}, left_in as "leftIn"
    from upload join environment on environment.id = environment_id
      join project on project.id = environment.project_id and project.deleted_at is null
    where left_in = any(${limits.stores}) and store = any(${limits.stores})
      and moved_at < now() - make_interval(secs => ${limits.seconds})
    order by moved_at limit 1 for update of upload skip locked`)
  return left
}

export async function clearLeftCopy(on: Queryable, key: string): Promise<void> {
  await on.query(sql`update upload set left_in = null where key = ${key}`)
}
