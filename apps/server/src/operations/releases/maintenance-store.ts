import { TRASH_RETENTION_DAYS } from '@plinth/contract'
import type { Placement } from '../../databases/engine/database-engine.ts'
import type { Transaction } from '../../foundation/platform/database.ts'
import { sql } from '../../foundation/platform/sql.ts'

/** An environment that is due for maintenance. */
export interface DueMaintenance {
  placement: Placement
  mustRecover: boolean
  mustPurge: boolean
  /** The release that is recorded as in progress. */
  runningId: string | null
}

/** From now on a release may be half applied, until {@link markReleaseEnded} is called. */
export async function markReleaseStarted(
  transaction: Transaction,
  environmentId: string,
): Promise<void> {
  await transaction.query(sql`
    insert into maintenance (environment_id, recover_at) values (${environmentId}, now() + interval '2 minutes')
    on conflict (environment_id) do update set recover_at = excluded.recover_at`)
}

/** A failed release is checked soon; a new item in the trash is checked when its 30 days are over. */
export async function markReleaseEnded(
  transaction: Transaction,
  ended: { environmentId: string; isApplied: boolean; movesToTrash: boolean },
): Promise<void> {
  await transaction.query(sql`
    insert into maintenance (environment_id) values (${ended.environmentId})
    on conflict (environment_id) do nothing`)
  await transaction.query(sql`
    update maintenance set recover_at = case when ${ended.isApplied} then null else now() end,
      purge_at = case when ${ended.movesToTrash} then coalesce(purge_at, now() + make_interval(days => ${TRASH_RETENTION_DAYS})) else purge_at end
    where environment_id = ${ended.environmentId}`)
}

type DueRow = Omit<DueMaintenance, 'placement'> & Placement & Record<string, unknown>

/** Claims one environment that is due; the transaction is the lease. */
export async function takeDueMaintenance(
  transaction: Transaction,
): Promise<DueMaintenance | undefined> {
  const [row] = await transaction.query<DueRow>(sql`
    select placement.environment_id as "environmentId", engine, server, database, schema, connection,
      coalesce(recover_at <= now(), false) as "mustRecover", coalesce(purge_at <= now(), false) as "mustPurge",
      (select release.id from release where release.environment_id = maintenance.environment_id
        and state = 'running') as "runningId"
    from maintenance join placement on placement.environment_id = maintenance.environment_id
      join environment on environment.id = maintenance.environment_id
      join project on project.id = environment.project_id
    where (recover_at <= now() or purge_at <= now()) and project.deleted_at is null
    order by least(recover_at, purge_at) limit 1 for update of maintenance skip locked`)
  if (!row) return undefined
  const { mustRecover, mustPurge, runningId, ...placement } = row
  return { placement, mustRecover, mustPurge, runningId }
}

/** Schedules the next check; null for never. */
export async function scheduleNextCheck(
  transaction: Transaction,
  next: { environmentId: string; recoverAt?: Date | null; purgeAt?: Date | null },
): Promise<void> {
  const { environmentId, recoverAt, purgeAt } = next
  if (recoverAt !== undefined) {
    await transaction.query(
      sql`update maintenance set recover_at = ${recoverAt} where environment_id = ${environmentId}`,
    )
  }
  if (purgeAt !== undefined) {
    await transaction.query(
      sql`update maintenance set purge_at = ${purgeAt} where environment_id = ${environmentId}`,
    )
  }
}
