import { DELETED_PROJECT_DAYS, type DeletedProject, MAX_DELETED_PROJECTS } from '@plinth/contract'
import { PROVISION_VERSION } from '../../databases/engine/database-engine.ts'
import type { Queryable, Transaction } from '../../foundation/platform/database.ts'
import { sql } from '../../foundation/platform/sql.ts'

/** Deletes a project, which releases its name; returns that name, or undefined if it was deleted already. */
export async function softDeleteProject(
  transaction: Transaction,
  { id, staffId }: { id: string; staffId: string },
): Promise<string | undefined> {
  const [row] = await transaction.query<{ name: string }>(sql`
    update project set deleted_at = now(), deleted_by = ${staffId}
    where id = ${id} and deleted_at is null returning name`)
  return row?.name
}

const restorable = sql`project.deleted_at is not null and project.erased_at is null`

interface DeletedRow
  extends Record<string, unknown>,
    Omit<DeletedProject, 'deletedOn' | 'erasedOn'> {
  deletedAt: Date
  erasedAt: Date
  total: number
}

/** The deleted projects of an organisation, or of all if it is null; the last deleted first. */
export async function selectDeletedProjects(
  on: Queryable,
  organisationId: string | null,
): Promise<{ projects: DeletedProject[]; total: number }> {
  const rows = await on.query<DeletedRow>(sql`
    select project.id, project.name, project.deleted_at as "deletedAt",
      project.deleted_at + make_interval(days => ${DELETED_PROJECT_DAYS}) as "erasedAt",
      staff.first_name || ' ' || staff.last_name as "deletedBy",
      case when usage.measured_at is not null then greatest(0, usage.row_bytes + usage.added_row_bytes)
        + greatest(0, usage.file_bytes + usage.added_file_bytes) end::float8 as bytes,
      exists (select from project as live where live.organisation_id = project.organisation_id
        and live.name_key = project.name_key and live.deleted_at is null) as "isNameTaken",
      count(*) over ()::int as total
    from project left join staff on staff.id = project.deleted_by
      left join project_usage as usage on usage.project_id = project.id
    where ${restorable} and (${organisationId}::text is null or project.organisation_id = ${organisationId})
    order by project.deleted_at desc, project.id desc limit ${MAX_DELETED_PROJECTS}`)
  return {
    projects: rows.map(({ total: _, deletedAt, erasedAt, ...project }) => ({
      ...project,
      deletedOn: deletedAt.toISOString(),
      erasedOn: erasedAt.toISOString(),
    })),
    total: rows[0]?.total ?? 0,
  }
}

export interface LockedDeleted {
  id: string
  name: string
  organisationId: string
}

/** Locks a deleted project; undefined if it is not deleted, or its removal has begun. */
export async function lockDeletedProject(
  transaction: Transaction,
  id: string,
): Promise<LockedDeleted | undefined> {
  const [row] = await transaction.query<LockedDeleted & Record<string, unknown>>(sql`
    select id, name, organisation_id as "organisationId" from project
    where project.id = ${id} and ${restorable} for no key update`)
  return row
}

/** Locks a project that was deleted long enough ago; skips those that another process has locked. */
export async function lockExpiredProject(
  transaction: Transaction,
): Promise<LockedDeleted | undefined> {
  const [row] = await transaction.query<LockedDeleted & Record<string, unknown>>(sql`
    select id, name, organisation_id as "organisationId" from project
    where ${restorable} and deleted_at < now() - make_interval(days => ${DELETED_PROJECT_DAYS})
    order by deleted_at limit 1 for no key update skip locked`)
  return row
}

const UNIQUE_VIOLATION = '23505'

/**
 * Makes a locked project visible again. It is provisioned again if a database is not of this build's version. Returns
 * undefined if the name is taken; the transaction must then be rolled back.
 */
export async function undeleteProject(
  transaction: Transaction,
  { id, name }: { id: string; name: string },
): Promise<{ isReady: boolean } | undefined> {
  try {
    const [row] = await transaction.query<{ isReady: boolean }>(sql`
      update project set deleted_at = null, deleted_by = null, name = ${name}, updated_at = now(),
        state = case when exists (
          select from placement join environment on environment.id = environment_id
          where environment.project_id = project.id and (not ready or provisioned < ${PROVISION_VERSION}))
          then 'provisioning' else state end
      where id = ${id} returning state = 'ready' as "isReady"`)
    return row
  } catch (error) {
    if ((error as { code?: string }).code === UNIQUE_VIOLATION) return undefined
    throw error
  }
}

/** Marks that the removal of a locked project has begun: it cannot be restored any more. */
export async function markErased(transaction: Transaction, id: string): Promise<void> {
  await transaction.query(sql`update project set erased_at = now() where id = ${id}`)
}

/** Deletes the record of a project whose removal has begun, and everything that references it. */
export async function dropProject(on: Queryable, id: string): Promise<void> {
  await on.query(sql`delete from project where id = ${id} and erased_at is not null`)
}
