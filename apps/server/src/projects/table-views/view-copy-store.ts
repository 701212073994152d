import { MAX_TABLE_VIEWS, type TableViewBody, ViewContent } from '@plinth/contract'
import type { Queryable, Transaction } from '../../foundation/platform/database.ts'
import { newId } from '../../foundation/platform/new-id.ts'
import { sql } from '../../foundation/platform/sql.ts'
import { readJson } from '../../foundation/platform/stored-json.ts'

/**
 * Copies the shared views of a project into a new one, and the private ones of one member. Authors stay authors: in the
 * name of one member they could exceed what a member may have.
 */
export async function copyTableViews(
  transaction: Transaction,
  { from, to, staffId }: { from: string; to: string; staffId: string },
): Promise<void> {
  const rows = await transaction.query<{ id: string }>(sql`
    select id from table_view
    where project_id = ${from} and (is_shared or author_id = ${staffId}) order by id`)
  const sources = rows.map(({ id }) => id)
  await transaction.query(sql`
    insert into table_view (id, project_id, table_id, author_id, name, is_shared, content)
    select copied.id, ${to}, source.table_id, source.author_id, source.name, source.is_shared,
      source.content
    from unnest(${sources}::text[], ${sources.map(() => newId('viw'))}::text[])
        as copied (source_id, id)
      join table_view as source on source.id = copied.source_id`)
}

/** A view as backups and exports have it. */
export interface WrittenView extends TableViewBody {
  id: string
  tableId: string
  /** The author's email address. */
  author: string
}

interface WrittenRow extends Record<string, unknown>, Omit<WrittenView, keyof ViewContent> {
  content: string
}

/** The views of a project after an id, in batches. Views that this build cannot parse are left out. */
export async function* readWrittenViews(
  on: Queryable,
  { projectId, isShared }: { projectId: string; isShared?: true },
): AsyncGenerator<WrittenView> {
  for (let after = ''; ; ) {
    const rows = await on.query<WrittenRow>(sql`
      select table_view.id, table_id as "tableId", name, is_shared as "isShared",
        email as author, content
      from table_view join staff on staff.id = author_id
      where project_id = ${projectId} and table_view.id > ${after}
        and (is_shared or not ${isShared === true})
      order by table_view.id limit 20`)
    for (const { content, ...named } of rows) {
      const read = ViewContent.safeParse(readJson(content))
      if (read.success) yield { ...named, ...read.data }
    }
    const last = rows.at(-1)
    if (!last) return
    after = last.id
  }
}

interface PutView extends Omit<WrittenView, 'author'> {
  projectId: string
  /** Undefined if the author is not here. */
  authorId: string | undefined
}

interface PresentView extends Record<string, unknown> {
  id: string
  authorId: string
  isShared: boolean
}

/**
 * Puts back a view of a backup. The present one with its id, or with its name and author, gets the content if both are
 * shared; private views are not changed by others. False if it would have to be added and the author is not here or has as
 * many views as a member may, or if another member's view has the name.
 */
export async function putTableView(
  transaction: Transaction,
  { projectId, id, tableId, authorId, name, isShared, ...content }: PutView,
): Promise<boolean> {
  const present = await transaction.query<PresentView>(sql`
    select id, author_id as "authorId", is_shared as "isShared" from table_view
    where project_id = ${projectId} and (id = ${id} or (table_id = ${tableId} and name = ${name}))
    for update`)
  const text = JSON.stringify(content)
  const same =
    present.find((one) => one.id === id) ?? present.find((one) => one.authorId === authorId)
  if (same) {
    if (same.isShared && isShared)
      await transaction.query(sql`
        update table_view set content = ${text}, revision = revision + 1, updated_at = now()
        where id = ${same.id} and content <> ${text}`)
    return true
  }
  if (present.length > 0 || authorId === undefined) return false
  const added = await transaction.query(sql`
    insert into table_view (id, project_id, table_id, author_id, name, is_shared, content)
    select ${id}, ${projectId}, ${tableId}, ${authorId}, ${name}, ${isShared}::boolean, ${text}
    where (select count(*) from table_view
      where project_id = ${projectId} and author_id = ${authorId}) < ${MAX_TABLE_VIEWS}
    on conflict (id) do nothing returning id`)
  return added.length > 0
}

/** Who of the organisation has an email address and may use the project. */
export async function findViewAuthor(
  transaction: Transaction,
  { projectId, email }: { projectId: string; email: string },
): Promise<string | undefined> {
  const [row] = await transaction.query<{ id: string }>(sql`
    select staff.id from staff join project on project.organisation_id = staff.organisation_id
    where project.id = ${projectId} and staff.email_key = lower(btrim(${email}))
      and staff.disabled_at is null
      and (staff.is_admin or exists (select from membership
        where membership.project_id = project.id and membership.staff_id = staff.id))`)
  return row?.id
}
