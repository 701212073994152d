import type { AllowedOrigins, EnvironmentName } from '@plinth/contract'
import type { Queryable, Transaction } from '../../foundation/platform/database.ts'
import { raw, sql } from '../../foundation/platform/sql.ts'

interface AllowedOriginsRecord extends AllowedOrigins, Record<string, unknown> {}

/** Without a row dev allows local origins. */
const COLUMNS = raw(`environment.id as "environmentId", environment.name as environment,
  coalesce(allowed_origins.origins, '{}') as origins, coalesce(allowed_origins.revision, 0) as revision,
  coalesce(allowed_origins.allows_local, environment.name = 'dev') as "allowsLocal"`)
const TABLES = raw(
  'environment left join allowed_origins on allowed_origins.environment_id = environment.id',
)

/** The allowed origins of both environments, dev first. */
export async function selectOrigins(on: Queryable, projectId: string): Promise<AllowedOrigins[]> {
  return on.query<AllowedOriginsRecord>(sql`
    select ${COLUMNS} from ${TABLES} where environment.project_id = ${projectId} order by environment.name`)
}

/** The allowed origins of an environment, which is locked against other saves until the transaction ends. */
export async function lockOriginsForUpdate(
  transaction: Transaction,
  environmentId: string,
): Promise<AllowedOrigins | undefined> {
  const [row] = await transaction.query<AllowedOriginsRecord>(sql`
    select ${COLUMNS} from ${TABLES} where environment.id = ${environmentId} for update of environment`)
  return row
}

/** Replaces the origins of an environment; returns the new revision. */
export async function putOrigins(
  transaction: Transaction,
  put: { environmentId: string; origins: readonly string[]; allowsLocal: boolean },
): Promise<number> {
  const { environmentId, origins, allowsLocal } = put
  const [row] = await transaction.query<{ revision: number }>(sql`
    insert into allowed_origins (environment_id, origins, allows_local)
    values (${environmentId}, ${origins}::text[], ${allowsLocal})
    on conflict (environment_id) do update set origins = excluded.origins,
      allows_local = excluded.allows_local, revision = allowed_origins.revision + 1, updated_at = now()
    returning revision`)
  return row?.revision ?? 1
}

/** The host names that a project has proved, in both environments. */
export async function selectHostsOfProject(on: Queryable, projectId: string): Promise<string[]> {
  const rows = await on.query<{ host: string }>(sql`
    select host from domain join environment on environment.id = domain.environment_id
    where environment.project_id = ${projectId} and domain.proved_at is not null`)
  return rows.map(({ host }) => host)
}

interface PolicyRecord extends Record<string, unknown> {
  origins: string[]
  allowsLocal: boolean
  hosts: string[]
  /** Those of both environments. */
  provedHosts: string[]
}

/** Undefined if there is no such environment, or its project was deleted. */
export async function findOriginPolicy(
  on: Queryable,
  { projectId, environment }: { projectId: string; environment: EnvironmentName },
): Promise<PolicyRecord | undefined> {
  const [row] = await on.query<PolicyRecord>(sql`
    select ${COLUMNS},
      array(select host from domain where environment_id = environment.id and proved_at is not null) as hosts,
      array(select host from domain join environment as own on own.id = domain.environment_id
        where own.project_id = environment.project_id and proved_at is not null) as "provedHosts"
    from ${TABLES} join project on project.id = environment.project_id
    where environment.project_id = ${projectId} and environment.name = ${environment}
      and project.deleted_at is null`)
  return row
}

/** Whether an environment of a project lists any of the origins. */
export async function isAnyListed(on: Queryable, origins: readonly string[]): Promise<boolean> {
  const [row] = await on.query<{ found: boolean }>(sql`
    select exists (
      select from allowed_origins join environment on environment.id = environment_id
        join project on project.id = environment.project_id
      where origins && ${origins}::text[] and project.deleted_at is null
    ) as found`)
  return row?.found ?? false
}
