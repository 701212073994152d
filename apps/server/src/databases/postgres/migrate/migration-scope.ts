import { newName, type Plan, shapesOf } from '@plinth/schema'
import type { LinkScope } from '../../sql/links-sql.ts'
import { quoteName } from '../../sql/quote-name.ts'

/** A plan with the names that its statements need. */
export interface PostgresMigrationScope extends LinkScope {
  plan: Plan
  schema: string
  /** A table's name before and after the renames; with its schema, quoted. */
  before: (tableId: string) => string
  after: (tableId: string) => string
  /** A field's column before the renames: new ones still have a temporary name. */
  waiting: (tableId: string, columnId: string) => string
}

export function postgresScopeOf(plan: Plan): PostgresMigrationScope {
  const schema = quoteName(plan.schema)
  const table = (name: string) => `${schema}.${quoteName(name)}`
  const names = new Map(plan.tables.map((each) => [each.tableId, each]))
  const nameOf = (tableId: string) => names.get(tableId)?.before ?? ''
  const shapes = shapesOf(plan.wanted)
  const moved = new Map<string, string>()
  for (const { operation } of plan.steps) {
    if (operation.kind === 'addColumn' || operation.kind === 'rewriteColumn') {
      moved.set(`${operation.tableId}/${operation.shape.columnId}`, operation.newName)
    } else if (operation.kind === 'renameColumn') {
      moved.set(`${operation.tableId}/${operation.columnId}`, operation.from)
    }
  }
  return {
    plan,
    schema,
    table,
    nameOf,
    before: (tableId) => table(nameOf(tableId)),
    after: (tableId) => table(names.get(tableId)?.after ?? ''),
    waiting: (tableId, columnId) => {
      const shape = shapes.tables.get(tableId)?.columns.find((each) => each.columnId === columnId)
      return moved.get(`${tableId}/${columnId}`) ?? shape?.name ?? columnId
    },
  }
}

export const checkName = (columnId: string) => newName(`check:${columnId}`)
export const dualName = (tableId: string) => newName(`dual:${tableId}`)
export const foreignKeyName = (id: string) => newName(id).replace('_new_', '_fk_')
