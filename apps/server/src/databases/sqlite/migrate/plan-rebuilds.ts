import type { Form } from '@plinth/schema'
import { shapeOfTable, shapesOf } from '@plinth/schema'
import { findOperations } from '../../engine/plan-operations.ts'
import type { SqliteMigrationScope } from './migration-scope.ts'
import type { Rebuild } from './rebuild.ts'

/** The changes that ALTER TABLE cannot make; names are those before the renames. */
export function planRebuilds(scope: SqliteMigrationScope): Rebuild[] {
  const { plan } = scope
  const rebuilds = new Map<string, Rebuild>()
  const shapes = shapesOf(plan.wanted)
  const open = (tableId: string): Rebuild => {
    const existing = rebuilds.get(tableId)
    if (existing) return existing
    const forms = new Map<string, Form>(
      shapes.tables
        .get(tableId)
        ?.columns.map((shape) => [scope.waiting(tableId, shape.columnId), shape.form]),
    )
    const table = scope.before(tableId)
    const rebuild: Rebuild = { table, required: new Map(), targets: new Map(), forms }
    rebuilds.set(tableId, rebuild)
    return rebuild
  }
  const arriving = [...findOperations(plan, 'addColumn'), ...findOperations(plan, 'rewriteColumn')]
  for (const { tableId, shape, newName } of arriving) {
    if (shape.isRequired) open(tableId).required.set(newName, true)
  }
  const leaving = [...findOperations(plan, 'trashColumn'), ...findOperations(plan, 'rewriteColumn')]
  for (const { tableId, from, definition } of leaving) {
    if (definition.options.isRequired) open(tableId).required.set(from, false)
    if (definition.type === 'relation') open(tableId).targets.set(from, null)
  }
  for (const { tableId, from, isRequired } of findOperations(plan, 'setRequired')) {
    open(tableId).required.set(from, isRequired)
  }
  for (const { tableId, from, targetId } of findOperations(plan, 'addForeignKey')) {
    open(tableId).targets.set(from, scope.before(targetId))
  }
  for (const { tableId, definition } of findOperations(plan, 'trashTable')) {
    for (const column of shapeOfTable(definition).columns) {
      if (column.key) open(tableId).targets.set(column.name, null)
    }
  }
  return [...rebuilds.values()]
}
