import type { Domain, EnvironmentName } from '@plinth/contract'
import type { Queryable, Transaction } from '../../foundation/platform/database.ts'
import { sql } from '../../foundation/platform/sql.ts'

type DomainRow = Domain & Record<string, unknown>

export async function selectDomains(on: Queryable, projectId: string): Promise<Domain[]> {
  return on.query<DomainRow>(sql`
    select domain.id, domain.host as domain_name, domain.environment_id, domain.revision
    from domain join environment on environment.id = domain.environment_id
    where environment.project_id = ${projectId}
    order by environment.name, domain.host`)
}

export interface LockedDomain extends Domain {
  environment: EnvironmentName
}

/** Reads the domain FOR UPDATE. */
export async function lockDomainForUpdate(
  transaction: Transaction,
  { projectId, domainId }: { projectId: string; domainId: string },
): Promise<LockedDomain | undefined> {
  const [row] = await transaction.query<LockedDomain & Record<string, unknown>>(sql`
    select domain.id, domain.host as domain_name, domain.environment_id, domain.revision,
      environment.name as environment
    from domain join environment on environment.id = domain.environment_id
    where domain.id = ${domainId} and environment.project_id = ${projectId} for update of domain`)
  return row
}

/** Releases a host name that only a deleted project uses. */
async function freeHost(transaction: Transaction, host: string): Promise<void> {
  await transaction.query(sql`
    delete from domain using environment, project
    where domain.host = ${host} and environment.id = domain.environment_id
      and project.id = environment.project_id and project.deleted_at is not null`)
}

/** Undefined if the host name is in use anywhere in this installation. */
export async function addDomain(
  transaction: Transaction,
  added: { id: string; host: string; environmentId: string },
): Promise<Domain | undefined> {
  await freeHost(transaction, added.host)
  const [row] = await transaction.query<DomainRow>(sql`
    insert into domain (id, host, environment_id)
    values (${added.id}, ${added.host}, ${added.environmentId})
    on conflict (host) do nothing
    returning id, host as domain_name, environment_id, revision`)
  return row
}

const UNIQUE_VIOLATION = '23505'

/** Undefined if another domain has the host name. */
export async function saveDomain(
  transaction: Transaction,
  saved: { id: string; host: string; environmentId: string },
): Promise<Domain | undefined> {
  await freeHost(transaction, saved.host)
  try {
    const [row] = await transaction.query<DomainRow>(sql`
      update domain set host = ${saved.host}, environment_id = ${saved.environmentId},
        revision = revision + 1, updated_at = now()
      where id = ${saved.id}
      returning id, host as domain_name, environment_id, revision`)
    return row
  } catch (error) {
    if ((error as { code?: string }).code === UNIQUE_VIOLATION) return undefined
    throw error
  }
}

export async function dropDomain(transaction: Transaction, id: string): Promise<void> {
  await transaction.query(sql`delete from domain where id = ${id}`)
}

/** The project and environment of a host name; case-insensitive. */
export async function findDomainByHost(
  on: Queryable,
  host: string,
): Promise<{ projectId: string; environmentId: string; environment: EnvironmentName } | undefined> {
  const [row] = await on.query<{
    projectId: string
    environmentId: string
    environment: EnvironmentName
  }>(sql`
    select environment.project_id as "projectId", environment.id as "environmentId",
      environment.name as environment
    from domain join environment on environment.id = domain.environment_id
      join project on project.id = environment.project_id
    where domain.host = lower(${host}) and project.deleted_at is null`)
  return row
}
