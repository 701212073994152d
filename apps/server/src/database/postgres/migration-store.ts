import type { Plan } from '@plinth/schema'
import type pg from 'pg'
import { writeGone, writeRecord } from '../catalogue-record.ts'
import type { Migration, MigrationState } from '../database-engine.ts'
import { type MigrationRow, toMigration, writePlan } from '../migration-row.ts'
import { quoteName } from '../quote-name.ts'

export interface StartedMigration {
  id: string
  by: string
  plan: Plan
  undoes: string | null
}

export async function findMigration(
  client: pg.Client,
  { schema, id }: { schema: string; id: string },
): Promise<{ state: MigrationState; plan: Plan; progress: Record<string, string> } | undefined> {
  const found = await client.query(
    `select state, plan, progress from ${quoteName(schema)}._plinth_migration where id = $1`,
    [id],
  )
  const [row] = found.rows
  return row && { state: row.state, plan: JSON.parse(row.plan), progress: JSON.parse(row.progress) }
}

export async function listUnfinished(
  client: pg.Client,
  schema: string,
): Promise<{ id: string; state: MigrationState; plan: Plan }[]> {
  const found = await client.query(
    `select id, state, plan from ${quoteName(schema)}._plinth_migration
     where state in ('preparing', 'flipped') order by number`,
  )
  return found.rows.map((row) => ({ id: row.id, state: row.state, plan: JSON.parse(row.plan) }))
}

export async function startMigration(
  client: pg.Client,
  { schema, started }: { schema: string; started: StartedMigration },
): Promise<void> {
  const { id, by, plan, undoes } = started
  await client.query(
    `insert into ${quoteName(schema)}._plinth_migration (id, state, by, plan, undoes)
     values ($1, 'preparing', $2, $3, $4)
     on conflict (id) do update set state = 'preparing', plan = excluded.plan`,
    [id, by, writePlan(plan), undoes],
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

export async function keepProgress(
  client: pg.Client,
  { schema, id, progress }: { schema: string; id: string; progress: Record<string, string> },
): Promise<void> {
  await client.query(
    `update ${quoteName(schema)}._plinth_migration set progress = $2 where id = $1`,
    [id, JSON.stringify(progress)],
  )
}

/** In the flip's own transaction: what is there now, what was set aside, and that it happened. */
export async function recordFlip(
  client: pg.Client,
  { schema, started }: { schema: string; started: StartedMigration },
): Promise<void> {
  const inside = quoteName(schema)
  const { id, plan, undoes } = started
  await client.query(`delete from ${inside}._plinth_catalogue`)
  await client.query(
    `insert into ${inside}._plinth_catalogue (id, kind, name, definition)
     select * from jsonb_to_recordset($1) as row (id text, kind text, name text, definition text)`,
    [JSON.stringify(writeRecord(plan.wanted))],
  )
  await client.query(`delete from ${inside}._plinth_gone where id = any($1)`, [plan.restored])
  await client.query(
    `insert into ${inside}._plinth_gone
       (id, kind, table_id, column_id, name, gone_name, definition, migration_id, reason)
     select * from jsonb_to_recordset($1) as row (id text, kind text, table_id text, column_id text,
       name text, gone_name text, definition text, migration_id text, reason text)`,
    [JSON.stringify(writeGone(plan, id))],
  )
  await client.query(
    `update ${inside}._plinth_migration set state = 'flipped', applied_on = now() where id = $1`,
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

export async function readMigrations(client: pg.Client, schema: string): Promise<Migration[]> {
  const found = await client.query(
    `select id, state, by, plan, undoes, undone_by, started_on, applied_on
     from ${quoteName(schema)}._plinth_migration order by number desc limit 500`,
  )
  return found.rows.map((row): Migration => {
    const times = {
      started_on: row.started_on.toISOString(),
      applied_on: row.applied_on?.toISOString() ?? null,
    }
    return toMigration({ ...row, ...times } as MigrationRow)
  })
}
