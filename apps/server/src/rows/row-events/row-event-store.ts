import type { EnvironmentName } from '@plinth/contract'
import type { Placement } from '../../databases/engine/database-engine.ts'
import type { WatchedTables } from '../../databases/engine/row-event.ts'
import type { Queryable, Transaction } from '../../foundation/platform/database.ts'
import { sql } from '../../foundation/platform/sql.ts'

const PLACEMENT = sql`placement.environment_id as "environmentId", placement.engine, placement.server,
  placement.database, placement.schema, placement.connection`

type PlacementRow = Placement & Record<string, unknown>

/** An active row trigger with the settings of its node. */
export interface RowTrigger extends Record<string, unknown> {
  environmentId: string
  projectId: string
  environment: EnvironmentName
  workflowId: string
  nodeId: string
  settings: string
}

/** The id under which events name a trigger. */
export function triggerIdOf({ workflowId, nodeId }: Pick<RowTrigger, 'workflowId' | 'nodeId'>) {
  return `${workflowId}/${nodeId}`
}

export async function listRowTriggers(
  on: Queryable,
  environmentIds: readonly string[],
): Promise<RowTrigger[]> {
  return on.query<RowTrigger>(sql`
    select trigger.environment_id as "environmentId", environment.project_id as "projectId",
      environment.name as environment, trigger.workflow_id as "workflowId",
      trigger.node_id as "nodeId", trigger.settings
    from trigger join environment on environment.id = trigger.environment_id
      join project on project.id = environment.project_id and project.deleted_at is null
    where trigger.environment_id = any(${environmentIds}::text[]) and trigger.kind = 'trigger-row'
      and trigger.active
    order by trigger.workflow_id, trigger.node_id`)
}

/** One placement per PostgreSQL database that has watched tables. */
export async function listWatchedDatabases(on: Queryable): Promise<Placement[]> {
  return on.query<PlacementRow>(sql`
    select distinct on (placement.server, placement.database, external) ${PLACEMENT},
      case when placement.connection is null then '' else placement.environment_id end as external
    from watched_rows join placement on placement.environment_id = watched_rows.environment_id
    where watched_rows.tables <> '{}' and placement.engine = 'postgres' and placement.ready`)
}

/** The placement of an environment; undefined while its database is not ready or if its project was deleted. */
export async function findPlacement(
  on: Queryable,
  environmentId: string,
): Promise<Placement | undefined> {
  const [row] = await on.query<PlacementRow>(sql`
    select ${PLACEMENT} from placement join environment on environment.id = placement.environment_id
      join project on project.id = environment.project_id and project.deleted_at is null
    where placement.environment_id = ${environmentId} and placement.ready`)
  return row
}

/** Records durably that the SQLite file may contain events, so that they are found after a crash. */
export async function markDirty(on: Queryable, environmentId: string): Promise<void> {
  await on.query(sql`
    insert into pending_row_events (environment_id, marked_at) select id, now() from environment
    where id = ${environmentId}
    on conflict (environment_id) do update set marked_at = excluded.marked_at`)
}

export interface DirtyEnvironment {
  placement: Placement
  markedAt: string
  /** Old enough that no writer relies on the mark any more. */
  isOld: boolean
}

export async function listDirty(
  on: Queryable,
  { withinMinutes }: { withinMinutes: number | null },
): Promise<DirtyEnvironment[]> {
  const rows = await on.query<PlacementRow & { markedAt: string; isOld: boolean }>(sql`
    select ${PLACEMENT}, marked_at::text as "markedAt", marked_at < now() - interval '5 minutes' as "isOld"
    from pending_row_events join placement on placement.environment_id = pending_row_events.environment_id
    where placement.engine = 'sqlite3' and (${withinMinutes}::int is null
      or marked_at > now() - make_interval(mins => ${withinMinutes}::int))`)
  return rows.map(({ markedAt, isOld, ...placement }) => ({ placement, markedAt, isOld }))
}

/** Deletes a mark unless it was set again meanwhile. */
export async function clearDirty(
  on: Queryable,
  { placement, markedAt }: Pick<DirtyEnvironment, 'placement' | 'markedAt'>,
): Promise<void> {
  await on.query(sql`
    delete from pending_row_events where environment_id = ${placement.environmentId}
      and marked_at = ${markedAt}::timestamptz`)
}

/** Tries to take the advisory lock of a log; it is released at the end of the transaction. */
export async function tryLockLog(transaction: Transaction, name: string): Promise<boolean> {
  const [row] = await transaction.query<{ held: boolean }>(sql`
    select pg_try_advisory_xact_lock(hashtextextended(${`row-events ${name}`}, 7234503)) as held`)
  return row?.held ?? false
}

/** Serialises the installation of row triggers in an environment's database. */
export async function lockWatching(transaction: Transaction, environmentId: string): Promise<void> {
  await transaction.query(sql`
    select pg_advisory_xact_lock(hashtextextended(${`watch ${environmentId}`}, 7234503))`)
}

/** The watched tables that were last installed in an environment's database, as JSON. */
export async function findInstalledTables(
  on: Queryable,
  environmentId: string,
): Promise<string | undefined> {
  const [row] = await on.query<{ tables: string }>(
    sql`select tables from watched_rows where environment_id = ${environmentId}`,
  )
  return row?.tables
}

export async function saveInstalledTables(
  on: Queryable,
  { environmentId, watched }: { environmentId: string; watched: WatchedTables },
): Promise<void> {
  await on.query(sql`
    insert into watched_rows (environment_id, tables) values (${environmentId}, ${JSON.stringify(watched)})
    on conflict (environment_id) do update set tables = excluded.tables`)
}

/** Whether a sync or deploy of this environment has to update the watched tables. */
export async function hasRowTriggers(on: Queryable, environmentId: string): Promise<boolean> {
  const rows = await on.query(sql`
    select 1 from trigger where environment_id = ${environmentId} and kind = 'trigger-row' and active
    union all select 1 from watched_rows where environment_id = ${environmentId} and tables <> '{}'
    limit 1`)
  return rows.length > 0
}

/** Channel on which processes notify each other of writes to live tables. */
export const LIVE_CHANNEL = 'plinth_live'

/** Notifies every process of writes to live tables; it is named, so that it can leave out its own. */
export async function notifyLiveWrites(
  on: Queryable,
  { processId, environmentIds }: { processId: string; environmentIds: readonly string[] },
): Promise<void> {
  await on.query(sql`
    select pg_notify(${LIVE_CHANNEL}, ${`${processId} `} || id) from unnest(${environmentIds}::text[]) as id`)
}
