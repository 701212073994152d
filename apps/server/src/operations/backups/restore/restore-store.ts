import { DATABASES, type EnvironmentName, Restore } from '@plinth/contract'
import * as z from 'zod'
import type { Placement } from '../../../databases/engine/database-engine.ts'
import type { Queryable, Transaction } from '../../../foundation/platform/database.ts'
import { sql } from '../../../foundation/platform/sql.ts'
import { readStored } from '../../../foundation/platform/stored-json.ts'

export interface NewRestore {
  id: string
  /** The project it was started in, or that it overwrites. */
  projectId: string | null
  organisationId: string
  backupId: string | null
  into: Restore['into']
  environments: readonly EnvironmentName[]
  name: string
  passphrase: Buffer | null
  staffId: string
  by: string
  requestId: string
}

/** Returns false while another restore of this project is in progress. */
export async function addRestore(transaction: Transaction, added: NewRestore): Promise<boolean> {
  const rows = await transaction.query(sql`
    insert into restore (id, project_id, organisation_id, backup_id, target, environments, name,
      passphrase, staff_id, by_name, request_id)
    values (${added.id}, ${added.projectId}, ${added.organisationId}, ${added.backupId}, ${added.into},
      ${JSON.stringify(added.environments)}, ${added.name}, ${added.passphrase}, ${added.staffId},
      ${added.by}, ${added.requestId})
    on conflict (project_id) where state in ('queued', 'running') do nothing returning id`)
  return rows.length > 0
}

/** Restored rows never go to an external database, so a stored placement has no connection. */
const StoredPlacement = z.object({
  environmentId: z.string(),
  engine: z.enum(DATABASES),
  server: z.string(),
  database: z.string(),
  schema: z.string(),
  connection: z.null(),
})

/** The project that an attempt creates, and where its rows go. */
const Places = z.object({ projectId: z.string(), placements: z.array(StoredPlacement) })
export interface Places {
  projectId: string
  placements: Placement[]
}

export interface RestoreRow extends Record<string, unknown> {
  id: string
  projectId: string | null
  organisationId: string
  backupId: string | null
  into: Restore['into']
  environments: string
  name: string
  madeProjectId: string | null
  places: string
  state: Restore['state']
  message: string
  progress: number
  version: number
  passphrase: Buffer | null
  leftOut: string
  staffId: string
  by: string
  requestId: string
  startedAt: Date
  endedAt: Date | null
}

const columns = sql`id, project_id as "projectId", organisation_id as "organisationId",
  backup_id as "backupId", target as "into", environments, name, made_project_id as "madeProjectId",
  places, state, message, progress, version, passphrase, left_out as "leftOut",
  staff_id as "staffId", by_name as "by", request_id as "requestId", started_at as "startedAt",
  ended_at as "endedAt"`

const StoredPlaces = z.array(Places)

export const readPlaces = ({ places }: Pick<RestoreRow, 'places'>): Places[] =>
  readStored(StoredPlaces, places, 'places of a restore')

export const readEnvironments = (row: Pick<RestoreRow, 'environments'>): EnvironmentName[] =>
  readStored(Restore.shape.environments, row.environments, 'environments of a restore')

const readLeft = (text: string): string[] =>
  readStored(Restore.shape.left, text, 'left-out items of a restore')

export function toRestore(row: RestoreRow): Restore {
  const { id, backupId, into, name, state, message, progress, by } = row
  return {
    id,
    backupId,
    into,
    name,
    state,
    message,
    progress,
    by,
    environments: readEnvironments(row),
    projectId: row.madeProjectId,
    startedOn: row.startedAt.toISOString(),
    endedOn: row.endedAt?.toISOString() ?? null,
    left: readLeft(row.leftOut),
  }
}

export async function findRestoreById(on: Queryable, id: string): Promise<RestoreRow | undefined> {
  const [row] = await on.query<RestoreRow>(sql`select ${columns} from restore where id = ${id}`)
  return row
}

export async function findRestore(
  on: Queryable,
  { projectId, restoreId }: { projectId: string; restoreId: string },
): Promise<RestoreRow | undefined> {
  const [row] = await on.query<RestoreRow>(sql`
    select ${columns} from restore where id = ${restoreId} and project_id = ${projectId}`)
  return row
}

export async function selectRestores(on: Queryable, projectId: string): Promise<Restore[]> {
  const rows = await on.query<RestoreRow>(sql`
    select ${columns} from restore where project_id = ${projectId}
    order by started_at desc, id desc limit 100`)
  return rows.map(toRestore)
}

/** Recorded before anything is created, so that a crash leaves nothing unknown. */
export async function setPlaces(
  on: Queryable,
  { id, places }: { id: string; places: Places | undefined },
): Promise<void> {
  const text = JSON.stringify(places ? [places] : [])
  await on.query(sql`update restore set places = ${text} where id = ${id}`)
}

export async function recordMade(
  transaction: Transaction,
  { id, projectId, left }: { id: string; projectId: string; left: readonly string[] },
): Promise<void> {
  await transaction.query(sql`
    update restore set made_project_id = ${projectId}, left_out = ${JSON.stringify(left)}, places = '[]'
    where id = ${id}`)
}

export type StagedKind = 'workflow' | 'file' | 'query' | 'view'

export interface Line extends Record<string, unknown> {
  place: string
  environment: EnvironmentName
  kind: StagedKind
  line: string
}

export async function stageLines(
  on: Queryable,
  staged: {
    id: string
    environment: EnvironmentName
    kind: StagedKind
    lines: readonly string[]
  },
): Promise<void> {
  await on.query(sql`
    insert into restore_part (restore_id, environment, kind, content)
    select ${staged.id}, ${staged.environment}, ${staged.kind}, line
    from unnest(${staged.lines}::text[]) with ordinality as given (line, place) order by place`)
}

/** Staged lines in order, in batches. */
export async function* readStagedLines(
  on: Queryable,
  { id, kind }: { id: string; kind: StagedKind },
): AsyncGenerator<Line> {
  for (let after = '0'; ; ) {
    const rows = await on.query<Line>(sql`
      select number::text as place, environment, kind, content as line from restore_part
      where restore_id = ${id} and kind = ${kind} and number > ${after}::bigint
      order by number limit 20`)
    yield* rows
    const last = rows.at(-1)
    if (!last) return
    after = last.place
  }
}

export async function forgetLines(on: Queryable, id: string): Promise<void> {
  await on.query(sql`delete from restore_part where restore_id = ${id}`)
}

/** Records replaced rows, which are dropped at the end of the restore, or later if they are in use or it is killed. */
export async function recordReplaced(
  transaction: Transaction,
  { id, placement }: { id: string; placement: Placement },
): Promise<void> {
  const text = JSON.stringify({ ...placement, connection: null })
  await transaction.query(sql`
    insert into replaced_placement (id, placement, due_at)
    values (${`${id}/${placement.environmentId}`}, ${text}, now() + interval '2 minutes')
    on conflict (id) do nothing`)
}

/** Takes replaced rows of the given restore, or of any whose time has come. */
export async function takeReplaced(
  transaction: Transaction,
  restoreId?: string,
): Promise<{ id: string; placement: Placement } | undefined> {
  const [row] = await transaction.query<{ id: string; placement: string }>(sql`
    select id, placement from replaced_placement
    where ${restoreId === undefined ? sql`due_at < now()` : sql`starts_with(id, ${`${restoreId}/`})`}
    order by due_at limit 1 for update skip locked`)
  if (!row) return undefined
  return { id: row.id, placement: readStored(StoredPlacement, row.placement, 'replaced rows') }
}

export async function forgetReplaced(transaction: Transaction, id: string): Promise<void> {
  await transaction.query(sql`delete from replaced_placement where id = ${id}`)
}

/** The items that the latest restore of a project could not restore. */
export async function findLeft(on: Queryable, projectId: string): Promise<string[]> {
  const [row] = await on.query<{ left: string }>(sql`
    select left_out as left from restore where made_project_id = ${projectId}
    order by started_at desc limit 1`)
  return row ? readLeft(row.left) : []
}
