import type { Check, Measure, Measures, Plan } from '@plinth/schema'
import type pg from 'pg'
import { type MeasureDialect, toSample, writeMeasure } from '../../engine/measure-sql.ts'
import { CANCELLED, codeOf, inTransaction } from '../connection/transact.ts'
import { postgresConversion, postgresIsEmpty, postgresLoses } from './convert.ts'
import { postgresScopeOf } from './migration-scope.ts'

const CHECK_TIMEOUT_MS = 10_000

const dialect: MeasureDialect = {
  writeConversion: postgresConversion,
  writeLoses: postgresLoses,
  writeIsEmpty: postgresIsEmpty,
  asText: (value) => `(${value})::text`,
}

/** Runs the plan's checks; one that takes longer than ten seconds stays unknown. */
export async function measurePostgresPlan(client: pg.Client, plan: Plan): Promise<Measures> {
  const scope = postgresScopeOf(plan)
  const checks = new Map(plan.steps.flatMap((step) => step.checks).map((each) => [each.key, each]))
  const measures: Record<string, Measure> = {}
  for (const check of checks.values()) {
    const measure = await measureCheck(client, { check, scope })
    if (measure) measures[check.key] = measure
  }
  return measures
}

async function measureCheck(
  client: pg.Client,
  { check, scope }: { check: Check; scope: ReturnType<typeof postgresScopeOf> },
): Promise<Measure | undefined> {
  const { count, samples } = writeMeasure(check, { scope, dialect })
  try {
    return await inTransaction(client, async () => {
      await client.query(`set transaction read only`)
      await client.query(`select set_config('statement_timeout', $1, true)`, [
        String(CHECK_TIMEOUT_MS),
      ])
      const counted = await client.query<{ rows: string }>(count)
      const rows = Number(counted.rows[0]?.rows ?? 0)
      const shown = rows === 0 || check.isSecret ? [] : (await client.query(samples)).rows
      return { rows, samples: shown.map(toSample) }
    })
  } catch (error) {
    if (codeOf(error) === CANCELLED) return undefined
    throw error
  }
}
