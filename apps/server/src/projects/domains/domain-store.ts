import type { Domain, EnvironmentName } from '@plinth/contract'
import type { Queryable, Transaction } from '../../foundation/platform/database.ts'
import { raw, sql } from '../../foundation/platform/sql.ts'
import type { HostProof } from './prove-host.ts'

export interface DomainRecord extends Omit<Domain, 'record'>, Record<string, unknown> {}

const COLUMNS = raw(`domain.id, domain.host as domain_name, domain.environment_id, domain.revision,
  domain.proved_at is not null as proved, domain.problem`)

export async function selectDomains(on: Queryable, projectId: string): Promise<DomainRecord[]> {
  return on.query<DomainRecord>(sql`
    select ${COLUMNS}
    from domain join environment on environment.id = domain.environment_id
    where environment.project_id = ${projectId}
    order by environment.name, domain.host`)
}

export interface LockedDomain extends DomainRecord {
  environment: EnvironmentName
}

interface DomainKey {
  projectId: string
  domainId: string
}

/** Reads the domain FOR UPDATE. */
export async function lockDomainForUpdate(
  transaction: Transaction,
  { projectId, domainId }: DomainKey,
): Promise<LockedDomain | undefined> {
  const [row] = await transaction.query<LockedDomain>(sql`
    select ${COLUMNS}, environment.name as environment
    from domain join environment on environment.id = domain.environment_id
    where domain.id = ${domainId} and environment.project_id = ${projectId} for update of domain`)
  return row
}

export async function findDomain(
  on: Queryable,
  { projectId, domainId }: DomainKey,
): Promise<LockedDomain | undefined> {
  const [row] = await on.query<LockedDomain>(sql`
    select ${COLUMNS}, environment.name as environment
    from domain join environment on environment.id = domain.environment_id
    where domain.id = ${domainId} and environment.project_id = ${projectId}`)
  return row
}

interface SavedDomain extends HostProof {
  id: string
  host: string
  environmentId: string
}

/** Undefined if the host name is proved by anyone in this installation, or in this environment already. */
export async function addDomain(
  transaction: Transaction,
  { id, host, environmentId, proved, problem }: SavedDomain,
): Promise<DomainRecord | undefined> {
  const [row] = await transaction.query<DomainRecord>(sql`
    insert into domain (id, host, environment_id, proved_at, checked_at, problem)
    select ${id}, ${host}, ${environmentId}, case when ${proved}::boolean then now() end, now(), ${problem}
    where not exists (select 1 from domain where host = ${host} and proved_at is not null)
    on conflict do nothing
    returning ${COLUMNS}`)
  return row
}

const UNIQUE_VIOLATION = '23505'

/** Undefined if the statement violates a unique index; the transaction must then be rolled back. */
async function unlessTaken(work: Promise<DomainRecord[]>): Promise<DomainRecord | undefined> {
  try {
    return (await work)[0]
  } catch (error) {
    if ((error as { code?: string }).code === UNIQUE_VIOLATION) return undefined
    throw error
  }
}

/** Undefined if another domain has the host name. */
export async function saveDomain(
  transaction: Transaction,
  { id, host, environmentId, proved, problem }: SavedDomain,
): Promise<DomainRecord | undefined> {
  return unlessTaken(
    transaction.query<DomainRecord>(sql`
      update domain set host = ${host}, environment_id = ${environmentId},
        proved_at = case when ${proved}::boolean then coalesce(proved_at, now()) end,
        checked_at = now(), problem = ${problem}, revision = revision + 1, updated_at = now()
      where id = ${id} and not exists (
        select 1 from domain as other where other.host = ${host} and other.id <> ${id} and other.proved_at is not null)
      returning ${COLUMNS}`),
  )
}

/** Lets the domain count; undefined if another project has proved the host name, or the host name has changed. */
export async function markProved(
  transaction: Transaction,
  { id, host }: { id: string; host: string },
): Promise<DomainRecord | undefined> {
  return unlessTaken(
    transaction.query<DomainRecord>(sql`
      update domain set proved_at = now(), checked_at = now(), problem = ''
      where id = ${id} and host = ${host} returning ${COLUMNS}`),
  )
}

/** Takes the proof of all domains of a project, which releases their host names; returns how many were proved. */
export async function unproveDomains(transaction: Transaction, projectId: string): Promise<number> {
  const [row] = await transaction.query<{ proved: number }>(sql`
    with own as materialized (
      select domain.id, domain.proved_at from domain join environment on environment.id = domain.environment_id
      where environment.project_id = ${projectId} for update of domain
    ), unproved as (
      update domain set proved_at = null, checked_at = null, problem = '', updated_at = now()
      from own where domain.id = own.id
    )
    select count(*) filter (where proved_at is not null)::int as proved from own`)
  return row?.proved ?? 0
}

/** Records why a waiting domain is not proved. A proved one stays proved. */
export async function recordProblem(
  on: Queryable,
  { id, problem }: { id: string; problem: string },
): Promise<void> {
  await on.query(sql`
    update domain set checked_at = now(), problem = ${problem} where id = ${id} and proved_at is null`)
}

export interface WaitingDomain extends Record<string, unknown> {
  id: string
  host: string
  projectId: string
  organisationId: string
  environment: EnvironmentName
}

/** Domains to check again: one of each project first, and those that waited longest. */
export async function selectWaitingDomains(
  on: Queryable,
  { afterMinutes, forDays, limit }: { afterMinutes: number; forDays: number; limit: number },
): Promise<WaitingDomain[]> {
  return on.query<WaitingDomain>(sql`
    select domain.id, domain.host, project.id as "projectId", environment.name as environment,
      project.organisation_id as "organisationId"
    from domain join environment on environment.id = domain.environment_id
      join project on project.id = environment.project_id
    where domain.proved_at is null and project.deleted_at is null
      and (domain.checked_at is null or domain.checked_at < now() - make_interval(mins => ${afterMinutes}))
      and domain.updated_at > now() - make_interval(days => ${forDays})
    order by row_number() over (partition by project.id order by domain.checked_at nulls first),
      domain.checked_at nulls first limit ${limit}`)
}

export async function selectProvedHosts(on: Queryable, environmentId: string): Promise<string[]> {
  const rows = await on.query<{ host: string }>(sql`
    select host from domain where environment_id = ${environmentId} and proved_at is not null`)
  return rows.map(({ host }) => host)
}

export async function dropDomain(transaction: Transaction, id: string): Promise<void> {
  await transaction.query(sql`delete from domain where id = ${id}`)
}

/** The project and environment of a proved host name; case-insensitive. */
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
    where domain.host = lower(${host}) and domain.proved_at is not null and project.deleted_at is null`)
  return row
}
