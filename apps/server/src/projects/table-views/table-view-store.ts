import { MAX_TABLE_VIEWS, type TableView, type TableViewBody, ViewContent } from '@plinth/contract'
import type { ProjectAccess } from '../../foundation/callers/access-store.ts'
import type { Staff } from '../../foundation/callers/session-store.ts'
import type { Queryable, Transaction } from '../../foundation/platform/database.ts'
import { sql } from '../../foundation/platform/sql.ts'
import { readJson, readStored } from '../../foundation/platform/stored-json.ts'

/** The caller, who sees own views and shared ones. */
export interface ViewCaller {
  staff: Staff
  project: ProjectAccess
}

interface TableViewRow extends Record<string, unknown> {
  id: string
  tableId: string
  name: string
  isShared: boolean
  authorId: string
  authorName: string
  content: string
  revision: number
  updatedOn: Date
}

const columns = sql`table_view.id, table_id as "tableId", name, is_shared as "isShared",
  author_id as "authorId", concat_ws(' ', staff.first_name, staff.last_name) as "authorName",
  content, table_view.revision, table_view.updated_at as "updatedOn"`

function toTableView(
  row: TableViewRow,
  { staff, project }: ViewCaller,
  content: ViewContent,
): TableView {
  const { id, tableId, name, isShared, authorId, authorName, revision, updatedOn } = row
  return {
    ...{ id, tableId, name, isShared, revision, ...content },
    author: { id: authorId, name: authorName },
    canChange: authorId === staff.id || project.role !== 'developer',
    updatedOn: updatedOn.toISOString(),
  }
}

/** The views of a table that the caller may see. Views that this build cannot parse are left out. */
export async function selectTableViews(
  on: Queryable,
  viewer: ViewCaller,
  tableId: string,
): Promise<TableView[]> {
  const rows = await on.query<TableViewRow>(sql`
    select ${columns} from table_view join staff on staff.id = author_id
    where project_id = ${viewer.project.id} and table_id = ${tableId}
      and (is_shared or author_id = ${viewer.staff.id}) order by name`)
  return rows.flatMap((row) => {
    const content = ViewContent.safeParse(readJson(row.content))
    return content.success ? [toTableView(row, viewer, content.data)] : []
  })
}

/** Reads a view that the caller may see FOR UPDATE. */
export async function lockTableViewForUpdate(
  transaction: Transaction,
  viewer: ViewCaller,
  viewId: string,
): Promise<TableView | undefined> {
  const [row] = await transaction.query<TableViewRow>(sql`
    select ${columns} from table_view join staff on staff.id = author_id
    where table_view.id = ${viewId} and project_id = ${viewer.project.id}
      and (is_shared or author_id = ${viewer.staff.id})
    for update of table_view`)
  return row && toTableView(row, viewer, readStored(ViewContent, row.content, 'table view'))
}

async function findTableView(
  transaction: Transaction,
  viewer: ViewCaller,
  { id, content }: { id: string; content: ViewContent },
): Promise<TableView | undefined> {
  const [row] = await transaction.query<TableViewRow>(sql`
    select ${columns} from table_view join staff on staff.id = author_id
    where table_view.id = ${id}`)
  return row && toTableView(row, viewer, content)
}

/** `taken` if the table has a view of this name, `full` if the caller has as many as a member may. */
export async function addTableView(
  transaction: Transaction,
  viewer: ViewCaller,
  { id, tableId, name, isShared, ...content }: TableViewBody & { id: string; tableId: string },
): Promise<TableView | 'taken' | 'full'> {
  const { project, staff } = viewer
  // Concurrent calls wait here, so that the count is exact.
  await transaction.query(sql`select id from project where id = ${project.id} for update`)
  const [{ count = 0 } = {}] = await transaction.query<{ count: number }>(sql`
    select count(*)::int as count from table_view
    where author_id = ${staff.id} and project_id = ${project.id}`)
  if (count >= MAX_TABLE_VIEWS) return 'full'
  const [added] = await transaction.query<{ id: string }>(sql`
    insert into table_view (id, project_id, table_id, author_id, name, is_shared, content)
    values (${id}, ${project.id}, ${tableId}, ${staff.id}, ${name}, ${isShared},
      ${JSON.stringify(content)})
    on conflict (project_id, table_id, name) do nothing returning id`)
  if (!added) return 'taken'
  return (await findTableView(transaction, viewer, { id, content })) ?? 'taken'
}

const UNIQUE_VIOLATION = '23505'

/** Undefined if the table has another view of this name. */
export async function saveTableView(
  transaction: Transaction,
  viewer: ViewCaller,
  { id, name, isShared, ...content }: TableViewBody & { id: string },
): Promise<TableView | undefined> {
  try {
    await transaction.query(sql`
      update table_view set name = ${name}, is_shared = ${isShared},
        content = ${JSON.stringify(content)}, revision = revision + 1, updated_at = now()
      where id = ${id}`)
  } catch (error) {
    if ((error as { code?: string }).code === UNIQUE_VIOLATION) return undefined
    throw error
  }
  return findTableView(transaction, viewer, { id, content })
}

export async function dropTableView(transaction: Transaction, id: string): Promise<void> {
  await transaction.query(sql`delete from table_view where id = ${id}`)
}
