import type { Measure, Measures, Plan } from '@plinth/schema'
import type Sqlite from 'better-sqlite3'
import { type MeasureDialect, toSample, writeMeasure } from '../../engine/measure-sql.ts'
import { writeConversion, writeIsEmpty, writeLoses } from './convert.ts'
import { groundOf } from './ground.ts'

const dialect: MeasureDialect = {
  writeConversion: writeConversion,
  writeLoses: writeLoses,
  writeIsEmpty: writeIsEmpty,
  asText: (value) => `cast(${value} as text)`,
}

/** Runs the plan's checks. */
export function measurePlan(database: Sqlite.Database, plan: Plan): Measures {
  const scope = groundOf(plan)
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
