import type { Queryable } from '../../../foundation/platform/database.ts'
import { sql } from '../../../foundation/platform/sql.ts'
import type { Acl, StoreKind } from '../../file-store/file-store.ts'

/** A file with the row that may hold it. */
export interface PlacedFile {
  key: string
  /** What the store says of it now. */
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

/** Sends a project's next files there; false when there is no such project. */
export async function aimProject(
  on: Queryable,
  { projectId, to }: { projectId: string; to: StoreKind },
): Promise<boolean> {
  const aimed = await on.query(
    sql`update project set file_store = ${to} where id = ${projectId} returning id`,
  )
  return aimed.length > 0
}

const PAGE = 200

interface NextFiles {
  projectId: string
  to: StoreKind
  /** The last key of the page before. */
  after: string
}

/** The next files that lie there already and have left a copy: their rows may not know it yet. */
export async function listSwitched(on: Queryable, asked: NextFiles): Promise<PlacedFile[]> {
  return on.query<PlacedFile & Record<string, unknown>>(sql`
    select ${columns} from upload join environment on environment.id = environment_id
    where environment.project_id = ${asked.projectId} and store = ${asked.to}
      and left_in is not null and key > ${asked.after}
    order by key limit ${PAGE}`)
}

/** The next files of a project that lie elsewhere. */
export async function listElsewhere(on: Queryable, asked: NextFiles): Promise<PlacedFile[]> {
  return on.query<PlacedFile & Record<string, unknown>>(sql`
    select ${columns} from upload join environment on environment.id = environment_id
    where environment.project_id = ${asked.projectId} and store <> ${asked.to}
      and key > ${asked.after}
    order by key limit ${PAGE}`)
}

/** The switch: from here on the file lies there, and its old copy waits to be removed. */
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

/** Takes a file whose old copy nobody can ask for any more; the transaction is the lease. */
export async function takeLeftCopy(
  on: Queryable,
  given: { seconds: number; stores: readonly StoreKind[] },
): Promise<LeftCopy | undefined> {
  const [left] = await on.query<LeftCopy & Record<string, unknown>>(sql`
    select ${columns}, left_in as "leftIn"
    from upload join environment on environment.id = environment_id
    where left_in = any(${given.stores}) and store = any(${given.stores})
      and moved_at < now() - make_interval(secs => ${given.seconds})
    order by moved_at limit 1 for update of upload skip locked`)
  return left
}

export async function forgetLeftCopy(on: Queryable, key: string): Promise<void> {
  await on.query(sql`update upload set left_in = null where key = ${key}`)
}
