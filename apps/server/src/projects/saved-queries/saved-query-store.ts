import { MAX_SAVED_QUERIES, type SavedQuery } from '@plinth/contract'
import type { Queryable, Transaction } from '../../foundation/platform/database.ts'
import { sql } from '../../foundation/platform/sql.ts'

type SavedQueryRow = Omit<SavedQuery, 'updatedOn'> & { updatedOn: Date } & Record<string, unknown>

const columns = sql`id, name, sql, revision, updated_at as "updatedOn"`

const toSavedQuery = ({ id, name, sql: text, revision, updatedOn }: SavedQueryRow): SavedQuery => ({
  id,
  name,
  sql: text,
  revision,
  updatedOn: updatedOn.toISOString(),
})

export async function selectSavedQueries(on: Queryable, projectId: string): Promise<SavedQuery[]> {
  const rows = await on.query<SavedQueryRow>(
    sql`select ${columns} from saved_query where project_id = ${projectId} order by name`,
  )
  return rows.map(toSavedQuery)
}

/** Reads the query FOR UPDATE. */
export async function lockSavedQueryForUpdate(
  transaction: Transaction,
  { projectId, queryId }: { projectId: string; queryId: string },
): Promise<SavedQuery | undefined> {
  const [row] = await transaction.query<SavedQueryRow>(sql`
    select ${columns} from saved_query where id = ${queryId} and project_id = ${projectId}
    for update`)
  return row && toSavedQuery(row)
}

type Written = Pick<SavedQuery, 'id' | 'name' | 'sql'>

/** `taken` if the project has one of this name, `full` if it has as many as it may. */
export async function addSavedQuery(
  transaction: Transaction,
  { projectId, id, name, sql: text }: Written & { projectId: string },
): Promise<SavedQuery | 'taken' | 'full'> {
  // Concurrent calls wait here, so that the count is exact.
  await transaction.query(sql`select id from project where id = ${projectId} for update`)
  const [{ count = 0 } = {}] = await transaction.query<{ count: number }>(
    sql`select count(*)::int as count from saved_query where project_id = ${projectId}`,
  )
  if (count >= MAX_SAVED_QUERIES) return 'full'
  const [row] = await transaction.query<SavedQueryRow>(sql`
    insert into saved_query (id, project_id, name, sql)
    values (${id}, ${projectId}, ${name}, ${text})
    on conflict (project_id, name) do nothing returning ${columns}`)
  return row ? toSavedQuery(row) : 'taken'
}

const UNIQUE_VIOLATION = '23505'

/** Undefined if the project has another one of this name. */
export async function saveSavedQuery(
  transaction: Transaction,
  { id, name, sql: text }: Written,
): Promise<SavedQuery | undefined> {
  try {
    const [row] = await transaction.query<SavedQueryRow>(sql`
      update saved_query set name = ${name}, sql = ${text}, revision = revision + 1,
        updated_at = now()
      where id = ${id} returning ${columns}`)
    return row && toSavedQuery(row)
  } catch (error) {
    if ((error as { code?: string }).code === UNIQUE_VIOLATION) return undefined
    throw error
  }
}

export async function dropSavedQuery(transaction: Transaction, id: string): Promise<void> {
  await transaction.query(sql`delete from saved_query where id = ${id}`)
}
