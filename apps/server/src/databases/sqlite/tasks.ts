import type { LiveCatalogue, Measures, Plan } from '@plinth/schema'
import type Sqlite from 'better-sqlite3'
import type {
  ApplyResult,
  Migration,
  MigrationDetails,
  Progress,
} from '../engine/database-engine.ts'
import type { WatchedTables } from '../engine/row-event.ts'
import type { RowCount, RowUsage } from '../engine/row-snapshot.ts'
import { ensureSqliteTables } from './catalogue/bookkeeping.ts'
import { type ImportRequest, importSqliteRows } from './catalogue/import-rows.ts'
import { measureSqliteUsage } from './catalogue/measure-usage.ts'
import { readSqliteMigration, readSqliteMigrations } from './catalogue/migration-store.ts'
import { openFile } from './catalogue/open-file.ts'
import { purgeSqliteTrash } from './catalogue/purge-trash.ts'
import { readSqliteCatalogue } from './catalogue/read-catalogue.ts'
import { copyInto, countSqliteRows } from './catalogue/snapshot.ts'
import { applySqlitePlan, type SqliteApply } from './migrate/apply-plan.ts'
import { measureSqlitePlan } from './migrate/measure-plan.ts'
import { placeSqliteTriggers, recordWatched } from './migrate/watch-rows.ts'

const BUSY_MS = 5_000

/** Tasks on an environment's file, with their input and result types. */
export interface Tasks {
  ensure: { input: null; answer: null }
  catalogue: { input: null; answer: LiveCatalogue }
  measure: { input: Plan; answer: Measures }
  apply: { input: SqliteApply; answer: ApplyResult }
  migrations: { input: null; answer: Migration[] }
  migration: { input: string; answer: MigrationDetails | undefined }
  purge: { input: string; answer: string[] }
  watch: { input: WatchedTables; answer: null }
  copy: { input: string; answer: null }
  count: { input: null; answer: RowCount }
  usage: { input: null; answer: RowUsage }
  import: { input: ImportRequest; answer: null }
}
export type TaskName = keyof Tasks

type Work<N extends TaskName> = (
  database: Sqlite.Database,
  input: Tasks[N]['input'],
  report: (progress: Progress) => void,
) => Tasks[N]['answer']

const WORK: { [N in TaskName]: Work<N> } = {
  ensure: (database) => {
    ensureSqliteTables(database)
    return null
  },
  catalogue: readSqliteCatalogue,
  measure: measureSqlitePlan,
  apply: (database, apply, report) => applySqlitePlan(database, { apply, report }),
  migrations: readSqliteMigrations,
  migration: readSqliteMigration,
  purge: purgeSqliteTrash,
  watch: watchRows,
  copy: copyInto,
  count: countSqliteRows,
  usage: measureSqliteUsage,
  import: importSqliteRows,
}

function watchRows(database: Sqlite.Database, watched: WatchedTables): null {
  ensureSqliteTables(database)
  database
    .transaction(() => {
      const configuration = readSqliteCatalogue(database).applied
      recordWatched(database, watched)
      placeSqliteTriggers(database, { configuration, watched })
    })
    .immediate()
  return null
}

/** Runs one task on one file, on the current thread. */
export function runTask<N extends TaskName>(task: {
  name: N
  file: string
  input: Tasks[N]['input']
  report: (progress: Progress) => void
}): Tasks[N]['answer'] {
  const database = openFile(task.file, { fileMustExist: true, timeout: BUSY_MS })
  try {
    database.pragma('synchronous = FULL')
    const work: Work<N> = WORK[task.name]
    return work(database, task.input, task.report)
  } finally {
    database.close()
  }
}
