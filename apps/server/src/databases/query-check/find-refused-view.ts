import type { Plan } from '@plinth/schema'
import { findOperations } from '../engine/plan-operations.ts'
import { checkQuery } from './check-query.ts'
import { readableTablesOf } from './readable/readable-tables-of.ts'

/** The first Computed table of a plan whose query is refused, or undefined. */
export async function findRefusedView(
  plan: Plan,
  database: 'sqlite3' | 'postgres',
): Promise<{ stepId: string; message: string } | undefined> {
  const tables = readableTablesOf(plan.wanted)
  for (const { stepId, to, query } of findOperations(plan, 'createView')) {
    const fault = await checkQuery({ database, query, tables, key: query })
    if (fault) return { stepId, message: `The query of "${to}" is refused. ${fault}` }
  }
  return undefined
}
