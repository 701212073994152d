import type { EnvironmentName } from '@plinth/contract'
import type { Placement } from '../../databases/engine/database-engine.ts'
import type { WatchedTables } from '../../databases/engine/row-event.ts'
import type { Queryable, Transaction } from '../../foundation/platform/database.ts'
import { sql } from '../../foundation/platform/sql.ts'

const PLACEMENT = sql`placement.environment_id as "environmentId", placement.engine, placement.server,
  placement.database, placement.schema, placement.connection`

type PlacementRow = Placement & Record<string, unknown>

/** An active row trigger, with what its node says. */
export interface RowTrigger extends Record<string, unknown> {
  environmentId: string
  projectId: string
  environment: EnvironmentName
  workflowId: string
  nodeId: string
  settings: string
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

/** One placement for each database on PostgreSQL in which something is watched. */
export async function listWatchedDatabases(on: Queryable): Promise<Placement[]> {
  return on.query<PlacementRow>(sql`
    select distinct on (placement.server, placement.database, external) ${PLACEMENT},
      case when placement.connection is null then '' else placement.environment_id end as external
    from watched_rows join placement on placement.environment_id = watched_rows.environment_id
    where watched_rows.tables <> '{}' and placement.engine = 'postgres' and placement.ready`)
}

/** Where an environment's rows are, once there is a database; none for a project that goes. */
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

/** From now on changes of the file may leave events, and a crash must not make anybody forget it. */
export async function markDirty(on: Queryable, environmentId: string): Promise<void> {
  await on.query(sql`
    insert into dirty_environment (environment_id, marked_at) select id, now() from environment
    where id = ${environmentId}
    on conflict (environment_id) do update set marked_at = excluded.marked_at`)
}

export interface DirtyEnvironment {
  placement: Placement
  markedAt: string
  /** So long that nobody who writes relies on the mark any more. */
  isOld: boolean
}

export async function listDirty(
  on: Queryable,
  { withinMinutes }: { withinMinutes: number | null },
): Promise<DirtyEnvironment[]> {
  const rows = await on.query<PlacementRow & { markedAt: string; isOld: boolean }>(sql`
    select ${PLACEMENT}, marked_at::text as "markedAt", marked_at < now() - interval '5 minutes' as "isOld"
    from dirty_environment join placement on placement.environment_id = dirty_environment.environment_id
    where placement.engine = 'sqlite3' and (${withinMinutes}::int is null
      or marked_at > now() - make_interval(mins => ${withinMinutes}::int))`)
  return rows.map(({ markedAt, isOld, ...placement }) => ({ placement, markedAt, isOld }))
}

/** Takes a mark away, unless it was set again meanwhile. */
export async function clearDirty(
  on: Queryable,
  { placement, markedAt }: Pick<DirtyEnvironment, 'placement' | 'markedAt'>,
): Promise<void> {
  await on.query(sql`
    delete from dirty_environment where environment_id = ${placement.environmentId}
      and marked_at = ${markedAt}::timestamptz`)
}

/** Whether this process hands over what waits there; another one lets go by ending its transaction. */
export async function holdOutbox(transaction: Transaction, name: string): Promise<boolean> {
  const [row] = await transaction.query<{ held: boolean }>(sql`
    select pg_try_advisory_xact_lock(hashtextextended(${`row-events ${name}`}, 7234503)) as held`)
  return row?.held ?? false
}

/** Only one process at a time tells an environment's database what to watch. */
export async function holdWatching(transaction: Transaction, environmentId: string): Promise<void> {
  await transaction.query(sql`
    select pg_advisory_xact_lock(hashtextextended(${`watch ${environmentId}`}, 7234503))`)
}

/** What an environment's database was last told to watch, as text. */
export async function findToldTables(
  on: Queryable,
  environmentId: string,
): Promise<string | undefined> {
  const [row] = await on.query<{ tables: string }>(
    sql`select tables from watched_rows where environment_id = ${environmentId}`,
  )
  return row?.tables
}

export async function putToldTables(
  on: Queryable,
  { environmentId, watched }: { environmentId: string; watched: WatchedTables },
): Promise<void> {
  await on.query(sql`
    insert into watched_rows (environment_id, tables) values (${environmentId}, ${JSON.stringify(watched)})
    on conflict (environment_id) do update set tables = excluded.tables`)
}

/** Whether a sync or deploy of this environment has to look at what is watched. */
export async function hasRowTriggers(on: Queryable, environmentId: string): Promise<boolean> {
  const rows = await on.query(sql`
    select 1 from trigger where environment_id = ${environmentId} and kind = 'trigger-row' and active
    union all select 1 from watched_rows where environment_id = ${environmentId} and tables <> '{}'
    limit 1`)
  return rows.length > 0
}
