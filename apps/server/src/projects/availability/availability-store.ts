import type { Availability, AvailabilityState } from '@plinth/contract'
import * as z from 'zod'
import type { Queryable, Transaction } from '../../foundation/platform/database.ts'
import { nothing, type Sql, sql } from '../../foundation/platform/sql.ts'
import { readStored } from '../../foundation/platform/stored-json.ts'

export type StoredAvailability = Omit<Availability, 'since'> & { since: Date | null }

interface AvailabilityRow extends Record<string, unknown>, StoredAvailability {
  organisationId: string
}

async function read(
  on: Queryable,
  projectId: string,
  lock: Sql,
): Promise<AvailabilityRow | undefined> {
  const [row] = await on.query<AvailabilityRow>(sql`
    select project.organisation_id as "organisationId", project.availability as state,
      project.availability_reason as reason, project.availability_since as since,
      project.availability_revision as revision,
      staff.first_name || ' ' || staff.last_name as by
    from project left join staff on staff.id = project.availability_by
    where project.id = ${projectId} and project.deleted_at is null${lock}`)
  return row
}

/** Undefined for a project that does not exist or was deleted. */
export async function findAvailability(
  on: Queryable,
  projectId: string,
): Promise<StoredAvailability | undefined> {
  return read(on, projectId, nothing)
}

/** Reads the availability with the project's organisation and locks it until this transaction ends. */
export async function lockAvailabilityForUpdate(
  transaction: Transaction,
  projectId: string,
): Promise<AvailabilityRow | undefined> {
  return read(transaction, projectId, sql` for no key update of project`)
}

/** Saves the availability; the database notifies every process. `staffId` is null for the command line. */
export async function putAvailability(
  transaction: Transaction,
  saved: {
    projectId: string
    state: AvailabilityState
    reason: string
    staffId: string | null
    revision: number
  },
): Promise<void> {
  await transaction.query(sql`
    update project set availability = ${saved.state}, availability_reason = ${saved.reason},
      availability_by = ${saved.staffId}, availability_since = now(),
      availability_revision = ${saved.revision}
    where id = ${saved.projectId}`)
}

const Stopped = z.array(
  z.object({
    projectId: z.string(),
    state: z.enum(['read-only', 'suspended', 'archived', 'deleted']),
    /** Its environments that have row triggers. */
    watched: z.array(z.string()),
  }),
)

export interface StoppedList {
  version: string
  stopped: z.infer<typeof Stopped>
}

/** All projects that are not open, deleted ones included, in one statement; undefined if none has changed since that version. */
export async function findStoppedList(
  on: Queryable,
  known: string,
): Promise<StoppedList | undefined> {
  const [row] = await on.query<{ version: string; stopped: string }>(sql`
    select version::text, (
      select coalesce(json_agg(json_build_object(
        'projectId', project.id, 'watched', (
          select coalesce(json_agg(environment.id), '[]') from environment
            join watched_rows on watched_rows.environment_id = environment.id
          where environment.project_id = project.id and watched_rows.tables <> '{}'),
        'state', case when project.deleted_at is null then project.availability else 'deleted' end)), '[]')::text
      from project where project.availability <> 'open' or project.deleted_at is not null
    ) as stopped
    from availability_version where version <> ${known}::bigint`)
  return (
    row && { version: row.version, stopped: readStored(Stopped, row.stopped, 'stopped projects') }
  )
}
