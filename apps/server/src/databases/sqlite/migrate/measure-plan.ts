import type { Measure, Measures, Plan } from '@plinth/schema'
import type Sqlite from 'better-sqlite3'
import { type MeasureDialect, toSample, writeMeasure } from '../../engine/measure-sql.ts'
import { sqliteConversion, sqliteIsEmpty, sqliteLoses } from './convert.ts'
import { sqliteScopeOf } from './migration-scope.ts'

const dialect: MeasureDialect = {
  writeConversion: sqliteConversion,
  writeLoses: sqliteLoses,
  writeIsEmpty: sqliteIsEmpty,
  asText: (value) => `cast(${value} as text)`,
}

/** Runs the plan's checks. */
export function measureSqlitePlan(database: Sqlite.Database, plan: Plan): Measures {
  const scope = sqliteScopeOf(plan)
  const checks = new Map(plan.steps.flatMap((step) => step.checks).map((each) => [each.key, each]))
  const measures: Record<string, Measure> = {}
  for (const check of checks.values()) {
    const { count, samples } = writeMeasure(check, { scope, dialect })
    const rows = database.prepare<[], { rows: number }>(count).get()?.rows ?? 0
    const shown =
      rows === 0 || check.isSecret
        ? []
        : database.prepare<[], { id: unknown; value: unknown }>(samples).all()
    measures[check.key] = { rows, samples: shown.map(toSample) }
  }
  return measures
}
