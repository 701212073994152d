import { newName, type Plan, shapesOf } from '@plinth/schema'
import { findOperations } from '../../engine/plan-operations.ts'
import type { LinkScope } from '../../sql/links-sql.ts'
import { quoteName } from '../../sql/quote-name.ts'

/** A plan with the names that its statements need. */
export interface SqliteMigrationScope extends LinkScope {
  plan: Plan
  /** A table's name before the renames; a new table still has a temporary one. */
  before: (tableId: string) => string
  after: (tableId: string) => string
  /** A field's column before the renames. */
  waiting: (tableId: string, columnId: string) => string
}

export function sqliteScopeOf(plan: Plan): SqliteMigrationScope {
  const names = new Map(plan.tables.map((each) => [each.tableId, each]))
  const before = (tableId: string) => names.get(tableId)?.before ?? newName(tableId)
  const shapes = shapesOf(plan.wanted)
  const moved = new Map<string, string>()
  const arriving = [...findOperations(plan, 'addColumn'), ...findOperations(plan, 'rewriteColumn')]
  for (const each of arriving) moved.set(`${each.tableId}/${each.shape.columnId}`, each.newName)
  for (const each of findOperations(plan, 'renameColumn')) {
    moved.set(`${each.tableId}/${each.columnId}`, each.from)
  }
  return {
    plan,
    before,
    nameOf: before,
    table: quoteName,
    after: (tableId) => names.get(tableId)?.after ?? '',
    waiting: (tableId, columnId) => {
      const shape = shapes.tables.get(tableId)?.columns.find((each) => each.columnId === columnId)
      return moved.get(`${tableId}/${columnId}`) ?? shape?.name ?? columnId
    },
  }
}
