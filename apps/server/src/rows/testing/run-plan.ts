import type { Failing, WritePlan } from '../statements/write/write-plan.ts'
import type { World } from './world-database.ts'

export type Written =
  | { readonly ok: true; readonly rows: readonly Record<string, unknown>[] }
  | { readonly ok: false; readonly failing: Failing }

/** Runs a write like the server: in one transaction, rolled back if a step affects an unexpected number of rows. */
export async function runPlan({ database }: World, { steps, answer }: WritePlan): Promise<Written> {
  await database.execute('begin')
  let answers: readonly Readonly<Record<string, unknown>>[] = []
  try {
    for (const [at, { statement, expects, failing }] of steps.entries()) {
      const rows = await database.query(statement)
      if (expects !== undefined && rows.length !== expects) {
        await database.execute('rollback')
        return { ok: false, failing }
      }
      if (at === 0) answers = rows
    }
    if (answer) answers = await database.query(answer)
    await database.execute('commit')
  } catch (error) {
    await database.execute('rollback')
    throw error
  }
  const rows = answers.flatMap((row) => (row.answer ? [JSON.parse(String(row.answer))] : []))
  return { ok: true, rows }
}
