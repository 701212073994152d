import type { ProjectAccess } from '../../foundation/callers/access-store.ts'
import type { Queryable, Transaction } from '../../foundation/platform/database.ts'
import { sql } from '../../foundation/platform/sql.ts'

const UNIQUE_VIOLATION = '23505'

/** False if the organisation has a project with this name, also under concurrent inserts. */
export async function addProject(
  transaction: Transaction,
  project: {
    id: string
    organisationId: string
    name: string
    region: string
    tableCount: number
    ownerId: string
  },
): Promise<boolean> {
  try {
    await transaction.query(sql`
      insert into project (id, organisation_id, name, region, table_count)
      values (${project.id}, ${project.organisationId}, ${project.name}, ${project.region}, ${project.tableCount})`)
  } catch (error) {
    if ((error as { code?: string }).code === UNIQUE_VIOLATION) return false
    throw error
  }
  await transaction.query(sql`
    insert into membership (project_id, staff_id, role) values (${project.id}, ${project.ownerId}, 'owner')`)
  return true
}

export interface ProjectRecord {
  name: string
  region: string
  created_at: Date
  updated_at: Date
}

export async function findProject(
  on: Queryable,
  { id }: Pick<ProjectAccess, 'id'>,
): Promise<ProjectRecord | undefined> {
  const [row] = await on.query<ProjectRecord & Record<string, unknown>>(
    sql`select name, region, created_at, updated_at from project where id = ${id} and deleted_at is null`,
  )
  return row
}

export async function lockProjectNameForUpdate(
  transaction: Transaction,
  id: string,
): Promise<string | undefined> {
  const [row] = await transaction.query<{ name: string }>(
    sql`select name from project where id = ${id} and deleted_at is null for no key update`,
  )
  return row?.name
}

/** False if the organisation has another project with this name. */
export async function saveProjectName(
  transaction: Transaction,
  { id, name }: { id: string; name: string },
): Promise<boolean> {
  try {
    await transaction.query(
      sql`update project set name = ${name}, updated_at = now() where id = ${id}`,
    )
    return true
  } catch (error) {
    if ((error as { code?: string }).code === UNIQUE_VIOLATION) return false
    throw error
  }
}

export async function touchProject(
  transaction: Transaction,
  { id, tableCount }: { id: string; tableCount: number },
): Promise<void> {
  await transaction.query(
    sql`update project set table_count = ${tableCount}, updated_at = now() where id = ${id}`,
  )
}

/** Whether a project exists and is being provisioned. */
export async function isProvisioning(on: Queryable, id: string): Promise<boolean> {
  const rows = await on.query(sql`
    select from project where id = ${id} and deleted_at is null and state = 'provisioning'`)
  return rows.length > 0
}

export async function isHidden(on: Queryable, id: string): Promise<boolean> {
  const rows = await on.query(sql`select 1 from project where id = ${id} and deleted_at is null`)
  return rows.length === 0
}

export async function markReady(on: Queryable, id: string): Promise<void> {
  await on.query(sql`update project set state = 'ready' where id = ${id} and state <> 'ready'`)
}
