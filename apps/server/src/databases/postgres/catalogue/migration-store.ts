import type { Configuration } from '@plinth/contract'
import type { Plan } from '@plinth/schema'
import type pg from 'pg'
import * as z from 'zod'
import { readStored } from '../../../foundation/platform/stored-json.ts'
import { toRecordRows, toTrashRows } from '../../engine/catalogue-record.ts'
import type { Migration, MigrationDetails, MigrationState } from '../../engine/database-engine.ts'
import {
  MAX_MIGRATIONS,
  readPlan,
  serializePlan,
  toMigration,
  toMigrationDetails,
} from '../../engine/migration-row.ts'
import { quoteName } from '../../sql/quote-name.ts'

export interface StartedMigration {
  id: string
  by: string
  plan: Plan
  undoes: string | null
}

/** The last id that each backfill reached. */
const Progress = z.record(z.string(), z.string())
type Progress = z.infer<typeof Progress>

interface FoundMigration {
  state: MigrationState
  plan: Plan
  undoes: string | null
  progress: Progress
}

export async function findPostgresMigration(
  client: pg.Client,
  { schema, id }: { schema: string; id: string },
): Promise<FoundMigration | undefined> {
  const result = await client.query(
    `select state, plan, progress, undoes from ${quoteName(schema)}._plinth_migration where id = $1`,
    [id],
  )
  const [row] = result.rows
  if (!row) return undefined
  const { state, undoes } = row
  const progress = readStored(Progress, row.progress, 'progress of a migration')
  return { state, undoes, plan: readPlan(row.plan), progress }
}

export async function listUnfinished(
  client: pg.Client,
  schema: string,
): Promise<{ id: string; state: MigrationState; plan: Plan }[]> {
  const result = await client.query(
    `select id, state, plan from ${quoteName(schema)}._plinth_migration
     where state in ('preparing', 'cutOver') order by number`,
  )
  return result.rows.map((row) => ({ id: row.id, state: row.state, plan: readPlan(row.plan) }))
}

export async function insertMigration(
  client: pg.Client,
  { schema, started }: { schema: string; started: StartedMigration },
): Promise<void> {
  const { id, by, plan, undoes } = started
  await client.query(
    `insert into ${quoteName(schema)}._plinth_migration (id, state, by, plan, undoes)
     values ($1, 'preparing', $2, $3, $4)
     on conflict (id) do update set state = 'preparing', plan = excluded.plan`,
    [id, by, serializePlan(plan), undoes],
  )
  await pruneMigrations(client, schema)
}

/** Deletes the log beyond the newest entries; what is in the trash keeps its entry. */
async function pruneMigrations(client: pg.Client, schema: string): Promise<void> {
  const inside = quoteName(schema)
  await client.query(
    `delete from ${inside}._plinth_migration where state in ('applied', 'abandoned')
       and id not in (select migration_id from ${inside}._plinth_trash)
       and number not in (
         select number from ${inside}._plinth_migration order by number desc limit ${MAX_MIGRATIONS})`,
  )
}

export async function setState(
  client: pg.Client,
  { schema, id, state }: { schema: string; id: string; state: MigrationState },
): Promise<void> {
  await client.query(`update ${quoteName(schema)}._plinth_migration set state = $2 where id = $1`, [
    id,
    state,
  ])
}

export async function saveProgress(
  client: pg.Client,
  { schema, id, progress }: { schema: string; id: string; progress: Progress },
): Promise<void> {
  await client.query(
    `update ${quoteName(schema)}._plinth_migration set progress = $2 where id = $1`,
    [id, JSON.stringify(progress)],
  )
}

/** Replaces the recorded configuration, in the transaction that changed the tables. */
export async function recordCatalogue(
  client: pg.Client,
  { schema, configuration }: { schema: string; configuration: Configuration },
): Promise<void> {
  const inside = quoteName(schema)
  await client.query(`delete from ${inside}._plinth_catalogue`)
  await client.query(
    `insert into ${inside}._plinth_catalogue (id, kind, name, definition)
     select * from jsonb_to_recordset($1) as row (id text, kind text, name text, definition text)`,
    [JSON.stringify(toRecordRows(configuration))],
  )
}

/** In the cutover's transaction: records the new configuration, the trash entries and the migration's state. */
export async function recordCutover(
  client: pg.Client,
  { schema, started }: { schema: string; started: StartedMigration },
): Promise<void> {
  const inside = quoteName(schema)
  const { id, plan, undoes } = started
  await recordCatalogue(client, { schema, configuration: plan.wanted })
  await client.query(`delete from ${inside}._plinth_trash where id = any($1)`, [plan.restored])
  await client.query(
    `insert into ${inside}._plinth_trash
       (id, kind, table_id, column_id, name, trash_name, definition, migration_id, reason)
     select * from jsonb_to_recordset($1) as row (id text, kind text, table_id text, column_id text,
       name text, trash_name text, definition text, migration_id text, reason text)`,
    [JSON.stringify(toTrashRows(plan, id))],
  )
  await client.query(
    `update ${inside}._plinth_migration set state = 'cutOver', applied_on = now() where id = $1`,
    [id],
  )
  await client.query(`update ${inside}._plinth_migration set undone_by = $2 where id = $1`, [
    undoes,
    id,
  ])
  await client.query(
    `insert into ${inside}._plinth_meta (key, value) values ('release', $1)
     on conflict (key) do update set value = excluded.value`,
    [id],
  )
}

const LISTED = 100

const COLUMNS = `id, state, by, undoes, undone_by,
  to_char(started_on at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as started_on,
  to_char(applied_on at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as applied_on`

export async function readPostgresMigrations(
  client: pg.Client,
  schema: string,
): Promise<Migration[]> {
  const result = await client.query(
    `select ${COLUMNS}, (plan::json -> 'steps')::text as steps
     from ${quoteName(schema)}._plinth_migration order by number desc limit ${LISTED}`,
  )
  return result.rows.map(toMigration)
}

export async function readPostgresMigration(
  client: pg.Client,
  { schema, id }: { schema: string; id: string },
): Promise<MigrationDetails | undefined> {
  const result = await client.query(
    `select ${COLUMNS}, plan from ${quoteName(schema)}._plinth_migration where id = $1`,
    [id],
  )
  return result.rows[0] && toMigrationDetails(result.rows[0])
}
