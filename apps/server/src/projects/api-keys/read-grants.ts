import { type Configuration, type FieldIssue, type KeyTable, OPERATIONS } from '@plinth/contract'
import type { Grants } from '../../foundation/callers/api-key-store.ts'
import { invalid } from '../../foundation/http/errors/api-error.ts'

const WRITES: ReadonlySet<string> = new Set(['create', 'update', 'delete'])

/** Converts requested permissions to grants by table id; throws 422 for unknown tables or invalid operations. */
export function readGrants(asked: readonly KeyTable[], applied: Configuration['tables']): Grants {
  const issues: FieldIssue[] = []
  const grants = new Map<string, KeyTable['operations']>()
  for (const [at, { table: name, operations }] of asked.entries()) {
    const path = `tables.${at}`
    const table = applied.find((one) => one.name === name)
    if (!table)
      issues.push({ path: `${path}.table`, message: 'There is no such table in this environment.' })
    else if (grants.has(table.id))
      issues.push({ path: `${path}.table`, message: 'This table is named twice.' })
    else if (table.type === 'Computed' && operations.some((one) => WRITES.has(one)))
      issues.push({ path: `${path}.operations`, message: 'A Computed table is only read.' })
    else
      grants.set(
        table.id,
        OPERATIONS.filter((one) => operations.includes(one)),
      )
  }
  if (issues.length > 0) throw invalid(issues)
  return Object.fromEntries(grants)
}
