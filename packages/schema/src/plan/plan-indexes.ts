import type { Check } from './plan.ts'
import { addStep, measureOf, type Planning, slowUnlessEmpty } from './planning.ts'
import type { IndexShape } from './shapes.ts'
import { INDEX_PREFIX } from './stored-names.ts'
import type { TableChange } from './table-change.ts'

/** Plans the indexes of an existing table; must run after its fields are planned. */
export function planIndexes(planning: Planning, change: TableChange): void {
  const { table, target } = change
  const touched = planning.touched.get(table.tableId) ?? new Set()
  const unchanged = new Set<string>()
  for (const index of target.indexes) {
    const live = table.indexes.find((each) => each.name === index.name)
    if (live?.isValid && !index.columns.some((id) => touched.has(id))) unchanged.add(index.name)
    else planIndex(planning, { ...change, index })
  }
  for (const { name } of table.indexes) {
    if (!name.startsWith(INDEX_PREFIX) || unchanged.has(name)) continue
    const isReplaced = target.indexes.some((index) => index.name === name)
    addStep(planning, {
      id: `dropIndex:${name}`,
      class: 'safe',
      words: `Drop an index of "${target.name}"${isReplaced ? ', which is built anew' : ''}.`,
      inverse: `Build the index of "${target.name}" again.`,
      tableId: table.tableId,
      operation: { kind: 'dropIndex', tableId: table.tableId, name },
    })
  }
}

function planIndex(planning: Planning, change: TableChange & { index: IndexShape }): void {
  const { table, target, index } = change
  const names = index.columns.map((id) => nameOf(change, id))
  const check = index.isUnique ? checkDuplicates(planning, change) : undefined
  const measure = measureOf(planning, check)
  const isBlocked = (measure?.rows ?? 0) > 0
  const fields = names.map((name) => `"${name}"`).join(', ')
  const what = index.isUnique ? 'unique index' : 'index'
  addStep(planning, {
    id: `createIndex:${index.name}`,
    class: isBlocked ? 'blocking' : slowUnlessEmpty(table),
    words: isBlocked
      ? `${fields} of "${target.name}" cannot be unique: ${measure?.rows} values occur more than once.`
      : `Build ${index.isUnique ? 'a' : 'an'} ${what} over ${fields} of "${target.name}".`,
    inverse: `Drop the ${what} over ${fields} of "${target.name}".`,
    tableId: table.tableId,
    columnId: index.columns.length === 1 ? (index.columns[0] ?? null) : null,
    operation: { kind: 'createIndex', tableId: table.tableId, index },
    ...(check ? { checks: [check] } : {}),
    ...(isBlocked ? { measure } : {}),
  })
}

function nameOf({ target }: TableChange, columnId: string): string {
  return target.columns.find((column) => column.columnId === columnId)?.name ?? columnId
}

/** No check for a new field, because empty values are never duplicates. */
function checkDuplicates(
  planning: Planning,
  { table, target, index }: TableChange & { index: IndexShape },
): Check | undefined {
  const columns = index.columns.map((id) => {
    const column = table.columns.get(id)
    const shape = target.columns.find((each) => each.columnId === id)
    if (['id', 'createdOn', 'updatedOn'].includes(id)) return { name: id }
    if (!column || !shape || Boolean(column.key) !== Boolean(shape.key)) return undefined
    if (column.key && planning.touched.get(table.tableId)?.has(id)) return undefined
    if (column.previousForm?.form === shape.form) return undefined
    const conversion = { from: column.form, to: shape.form }
    return column.form === shape.form ? { name: column.name } : { name: column.name, conversion }
  })
  const known = columns.filter((column) => column !== undefined)
  if (known.length < columns.length) return undefined
  const key = `duplicates:${index.name}`
  const isSecret = index.columns.some((id) => table.columns.get(id)?.form === 'secret')
  const secret = isSecret ? { isSecret } : {}
  return { key, kind: 'duplicates', table: table.name, columns: known, ...secret }
}
