import type { Plan } from '@plinth/schema'
import type Sqlite from 'better-sqlite3'
import { toRecordRows, toTrashRows } from '../../engine/catalogue-record.ts'
import type { Migration, MigrationDetails } from '../../engine/database-engine.ts'
import {
  MAX_MIGRATIONS,
  type MigrationRow,
  readPlan,
  serializePlan,
  toMigration,
  toMigrationDetails,
} from '../../engine/migration-row.ts'

export function findSqliteMigration(
  database: Sqlite.Database,
  id: string,
): { state: string; plan: Plan } | undefined {
  const row = database
    .prepare<[string], { state: string; plan: string }>(
      'select state, plan from _plinth_migration where id = ?',
    )
    .get(id)
  return row && { state: row.state, plan: readPlan(row.plan) }
}

/** In the migration's transaction: records the new configuration, the trash entries and the migration. */
export function recordMigration(
  database: Sqlite.Database,
  options: { id: string; by: string; plan: Plan; undoes: string | null },
): void {
  const { id, by, plan, undoes } = options
  database.exec('delete from _plinth_catalogue')
  const record = database.prepare(
    'insert into _plinth_catalogue (id, kind, name, definition) values (@id, @kind, @name, @definition)',
  )
  for (const row of toRecordRows(plan.wanted)) record.run(row)
  const forget = database.prepare('delete from _plinth_trash where id = ?')
  for (const trashId of plan.restored) forget.run(trashId)
  const trash = database.prepare(
    `insert into _plinth_trash (id, kind, table_id, column_id, name, trash_name, definition, migration_id, reason)
     values (@id, @kind, @table_id, @column_id, @name, @trash_name, @definition, @migration_id, @reason)`,
  )
  for (const row of toTrashRows(plan, id)) trash.run(row)
  database
    .prepare(
      `insert into _plinth_migration (id, state, by, plan, undoes, applied_on)
       values (?, 'applied', ?, ?, ?, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))`,
    )
    .run(id, by, serializePlan(plan), undoes)
  database.prepare('update _plinth_migration set undone_by = ? where id = ?').run(id, undoes)
  database
    .prepare(
      `insert into _plinth_meta (key, value) values ('release', ?) on conflict (key) do update set value = excluded.value`,
    )
    .run(id)
  database.exec(
    `delete from _plinth_migration where state in ('applied', 'abandoned')
       and id not in (select migration_id from _plinth_trash)
       and number not in (select number from _plinth_migration order by number desc limit ${MAX_MIGRATIONS})`,
  )
}

const LISTED = 100
const COLUMNS = 'id, state, by, undoes, undone_by, started_on, applied_on'

export function readSqliteMigrations(database: Sqlite.Database): Migration[] {
  return database
    .prepare<[], MigrationRow & { steps: string }>(
      `select ${COLUMNS}, json_extract(plan, '$.steps') as steps
       from _plinth_migration order by number desc limit ${LISTED}`,
    )
    .all()
    .map(toMigration)
}

export function readSqliteMigration(
  database: Sqlite.Database,
  id: string,
): MigrationDetails | undefined {
  const row = database
    .prepare<[string], MigrationRow & { plan: string }>(
      `select ${COLUMNS}, plan from _plinth_migration where id = ?`,
    )
    .get(id)
  return row && toMigrationDetails(row)
}
