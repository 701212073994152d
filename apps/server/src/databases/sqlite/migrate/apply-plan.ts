import { assessPlan, type Plan } from '@plinth/schema'
import type Sqlite from 'better-sqlite3'
import { ApplyFailure, refuseStep } from '../../engine/apply-failure.ts'
import type { ApplyResult, Progress } from '../../engine/database-engine.ts'
import type { MigrationStatement } from '../../engine/migration-statement.ts'
import { quoteName } from '../../sql/quote-name.ts'
import { ensureSqliteTables } from '../catalogue/bookkeeping.ts'
import { findSqliteMigration, recordMigration } from '../catalogue/migration-store.ts'
import { readSqliteCatalogue } from '../catalogue/read-catalogue.ts'
import { createSqliteViews } from './create-views.ts'
import { type SqliteMigrationScope, sqliteScopeOf } from './migration-scope.ts'
import { planRebuilds } from './plan-rebuilds.ts'
import { rebuildTable } from './rebuild.ts'
import { dropSqliteTriggers, placeSqliteTriggers, readSqliteWatched } from './watch-rows.ts'
import {
  dropIndexStatements,
  prepareStatements,
  sqliteIndexStatements,
  sqliteRenameStatements,
} from './write-statements.ts'

export interface SqliteApply {
  plan: Plan
  migrationId: string
  by: string
  undoes: string | null
}

const REFUSALS: Record<string, string> = {
  SQLITE_CONSTRAINT_UNIQUE: 'Values that must be unique occur more than once.',
  SQLITE_CONSTRAINT_NOTNULL: 'A field that must have a value is empty in some rows.',
}

function codeOf(error: unknown): string {
  return String((error as { code?: unknown }).code ?? '')
}

/** Applies a plan in one transaction: readers see the old tables until it commits, then the new ones. */
export function applySqlitePlan(
  database: Sqlite.Database,
  { apply, report }: { apply: SqliteApply; report: (progress: Progress) => void },
): ApplyResult {
  const { blocking } = assessPlan(apply.plan)
  if (blocking.length > 0) return { kind: 'blocked', steps: blocking }
  // The pragma has no effect inside a transaction; new links are checked before the commit instead.
  database.pragma('foreign_keys = OFF')
  try {
    database.exec('begin immediate')
  } catch (error) {
    if (codeOf(error).startsWith('SQLITE_BUSY')) return { kind: 'busy' }
    throw error
  }
  try {
    const result = applyInside(database, { apply, report })
    database.exec('commit')
    return result
  } catch (error) {
    if (database.inTransaction) database.exec('rollback')
    if (error instanceof ApplyFailure) return error.result
    throw error
  }
}

function applyInside(
  database: Sqlite.Database,
  { apply, report }: { apply: SqliteApply; report: (progress: Progress) => void },
): ApplyResult {
  const { plan, migrationId } = apply
  ensureSqliteTables(database)
  const migration = findSqliteMigration(database, migrationId)
  if (migration) return { kind: 'applied', migrationId, configuration: migration.plan.wanted }
  if (readSqliteCatalogue(database).digest !== plan.catalogueDigest) return { kind: 'changed' }
  const scope = sqliteScopeOf(plan)
  dropSqliteTriggers(database)
  const reportPhase = (words: string, done: number) =>
    report({ phase: 'cutover', stepId: null, words, done })
  reportPhase('Carrying values over', 0.1)
  runStatements(database, { plan, statements: prepareStatements(scope) })
  runStatements(database, { plan, statements: dropIndexStatements(scope) })
  reportPhase('Copying tables', 0.4)
  rebuildTables(database, scope)
  reportPhase('Switching over', 0.7)
  runStatements(database, { plan, statements: sqliteRenameStatements(scope) })
  runStatements(database, { plan, statements: sqliteIndexStatements(scope) })
  createSqliteViews(database, scope)
  checkLinks(database, scope)
  placeSqliteTriggers(database, {
    configuration: plan.wanted,
    watched: readSqliteWatched(database),
  })
  recordMigration(database, { ...apply, id: migrationId })
  reportPhase('Done', 1)
  return { kind: 'applied', migrationId, configuration: plan.wanted }
}

function rebuildTables(database: Sqlite.Database, scope: SqliteMigrationScope): void {
  for (const rebuild of planRebuilds(scope)) {
    try {
      rebuildTable(database, rebuild)
    } catch (error) {
      const message = REFUSALS[codeOf(error)]
      throw message === undefined
        ? error
        : refuseStep(null, `${message} (table "${rebuild.table}")`)
    }
  }
}

function runStatements(
  database: Sqlite.Database,
  { plan, statements }: { plan: Plan; statements: readonly MigrationStatement[] },
): void {
  for (const { text, values = [], stepId } of statements) {
    try {
      database.prepare(text).run(...values)
    } catch (error) {
      const message = REFUSALS[codeOf(error)]
      if (message === undefined) throw error
      const step = plan.steps.find((each) => each.id === stepId)
      throw refuseStep(stepId, step ? `${message} (${step.words})` : message)
    }
  }
}

/** Foreign keys were off, so check that no new link points to a missing row. */
function checkLinks(database: Sqlite.Database, { plan, after }: SqliteMigrationScope): void {
  const tables = plan.steps.flatMap(({ operation }) => {
    switch (operation.kind) {
      case 'addForeignKey':
        return [after(operation.tableId)]
      case 'addColumn':
        return operation.shape.key ? [after(operation.tableId)] : []
      case 'createJoin':
        return [operation.join.name]
      default:
        return []
    }
  })
  for (const table of new Set(tables)) {
    const broken = database.prepare(`pragma foreign_key_check(${quoteName(table)})`).get()
    if (broken)
      throw refuseStep(null, `A relation of "${table}" points to a row that does not exist.`)
  }
}
