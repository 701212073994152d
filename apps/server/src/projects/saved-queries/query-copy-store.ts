import { MAX_SAVED_QUERIES, type SavedQuery } from '@plinth/contract'
import type { Transaction } from '../../foundation/platform/database.ts'
import { newId } from '../../foundation/platform/new-id.ts'
import { sql } from '../../foundation/platform/sql.ts'

/** Copies the saved queries of a project into a new one. */
export async function copySavedQueries(
  transaction: Transaction,
  { from, to }: { from: string; to: string },
): Promise<void> {
  const rows = await transaction.query<{ id: string }>(
    sql`select id from saved_query where project_id = ${from} order by name`,
  )
  const sources = rows.map(({ id }) => id)
  await transaction.query(sql`
    insert into saved_query (id, project_id, name, sql)
    select copied.id, ${to}, source.name, source.sql
    from unnest(${sources}::text[], ${sources.map(() => newId('qry'))}::text[])
        as copied (source_id, id)
      join saved_query as source on source.id = copied.source_id`)
}

interface PutQuery extends Pick<SavedQuery, 'id' | 'name' | 'sql'> {
  projectId: string
}

/**
 * Puts back a query of a backup: the present one with its id, or else with its name, gets the text. False if the project
 * has neither and as many queries as it may.
 */
export async function putSavedQuery(
  transaction: Transaction,
  { projectId, id, name, sql: text }: PutQuery,
): Promise<boolean> {
  const [present] = await transaction.query<{ id: string }>(sql`
    select id from saved_query where project_id = ${projectId} and (id = ${id} or name = ${name})
    order by id = ${id} desc limit 1 for update`)
  if (present) {
    await transaction.query(sql`
      update saved_query set sql = ${text}, revision = revision + 1, updated_at = now()
      where id = ${present.id} and sql <> ${text}`)
    return true
  }
  const added = await transaction.query(sql`
    insert into saved_query (id, project_id, name, sql)
    select ${id}, ${projectId}, ${name}, ${text}
    where (select count(*) from saved_query where project_id = ${projectId}) < ${MAX_SAVED_QUERIES}
    on conflict (id) do nothing returning id`)
  return added.length > 0
}
