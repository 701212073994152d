import {
  COLUMN_TYPES,
  type Column,
  type Configuration,
  OPERATIONS,
  TABLE_TYPES,
} from '@plinth/contract'
import fc from 'fast-check'
import {
  changeColumnType,
  type EditResult,
  type NewId,
  newColumn,
  newTable,
  parseConfiguration,
  removeColumn,
  removeTable,
  reorderTables,
  saveColumn,
  saveTable,
} from '../index.ts'

/** One thing a person may do to a configuration; refused edits leave it as it was. */
export type Edit = (configuration: Configuration, newId: NewId) => EditResult

const name = fc.oneof(
  fc.constantFrom('', 'a', 'b', 'email', 'password', 'owner', 'Orders'),
  fc.string({ maxLength: 12 }),
)
const pick = fc.nat({ max: 30 })
const rolled = fc.record({ name, back: name, many: fc.boolean(), backMany: fc.boolean() })

function at<T>(items: readonly T[], position: number): T | undefined {
  return items.length === 0 ? undefined : items[position % items.length]
}

function unchanged(configuration: Configuration): EditResult {
  return { ok: true, configuration }
}

function placesOf({ tables }: Configuration) {
  return tables.flatMap((table) => table.columns.map((column) => ({ tableId: table.id, column })))
}

const addTable = fc
  .record({ name, order: fc.integer(), type: fc.constantFrom(...TABLE_TYPES) })
  .map(
    (table): Edit =>
      (configuration, newId) =>
        saveTable({ configuration, table: newTable({ ...table, id: newId(), newId }), newId }),
  )

const editTable = fc
  .record({
    pick,
    name,
    type: fc.constantFrom(...TABLE_TYPES),
    rule: fc.string(),
    operation: fc.constantFrom(...OPERATIONS),
    index: pick,
  })
  .map(
    (edit): Edit =>
      (configuration, newId) => {
        const table = at(configuration.tables, edit.pick)
        if (!table) return unchanged(configuration)
        const rules = { ...table.rules, [edit.operation]: edit.rule }
        const indexed = at(table.columns, edit.index)
        const indexes = indexed ? [{ columns: [indexed.id, 'createdOn'], unique: false }] : []
        const next = { ...table, name: edit.name, type: edit.type, rules, indexes }
        return saveTable({ configuration, table: next, newId })
      },
  )

const dropTable = pick.map(
  (position): Edit =>
    (configuration) => {
      const table = at(configuration.tables, position)
      return table ? removeTable({ configuration, tableId: table.id }) : unchanged(configuration)
    },
)

const addColumn = fc.record({ pick, name, type: fc.constantFrom(...COLUMN_TYPES) }).map(
  (edit): Edit =>
    (configuration, newId) => {
      const tableId = at(configuration.tables, edit.pick)?.id ?? 'nowhere'
      const column = changeColumnType({ ...newColumn({ id: newId() }), name: edit.name }, edit.type)
      return saveColumn({ configuration, tableId, column, newId })
    },
)

const relate = fc.record({ pick, target: pick, rolled }).map(
  ({ pick, target, rolled }): Edit =>
    (configuration, newId) => {
      const tableId = at(configuration.tables, pick)?.id ?? 'nowhere'
      const column = changeColumnType(
        { ...newColumn({ id: newId() }), name: rolled.name },
        'relation',
      )
      const options = {
        ...column.options,
        tableId: at(configuration.tables, target)?.id ?? '',
        backColumnName: rolled.back,
        hasMultiple: rolled.many,
        hasMultipleBack: rolled.backMany,
      }
      return saveColumn({ configuration, tableId, column: { ...column, options }, newId })
    },
)

const editRelation = fc
  .record({ pick, rolled, target: fc.option(pick), facts: fc.integer({ min: 0, max: 31 }) })
  .map(
    ({ pick, rolled, target, facts }): Edit =>
      (configuration, newId) => {
        const relations = placesOf(configuration).filter(({ column }) => column.type === 'relation')
        const place = at(relations, pick)
        if (place?.column.type !== 'relation') return unchanged(configuration)
        const options = { ...place.column.options }
        if (facts & 1) options.backColumnName = rolled.back
        if (facts & 2) options.hasMultiple = rolled.many
        if (facts & 4) options.hasMultipleBack = rolled.backMany
        if (facts & 8) options.isParent = !options.isParent
        if (target !== null) options.tableId = at(configuration.tables, target)?.id ?? ''
        const renamed = facts & 16 ? rolled.name : place.column.name
        const column = { ...place.column, name: renamed, options }
        return saveColumn({ configuration, tableId: place.tableId, column, newId })
      },
  )

const retype = fc.record({ pick, type: fc.constantFrom(...COLUMN_TYPES) }).map(
  ({ pick, type }): Edit =>
    (configuration, newId) => {
      const place = at(placesOf(configuration), pick)
      if (!place) return unchanged(configuration)
      const column = changeColumnType(place.column, type)
      return saveColumn({ configuration, tableId: place.tableId, column, newId })
    },
)

const dropColumn = pick.map(
  (position): Edit =>
    (configuration) => {
      const place = at(placesOf(configuration), position)
      if (!place) return unchanged(configuration)
      return removeColumn({ configuration, tableId: place.tableId, columnId: place.column.id })
    },
)

const reorder = fc.array(pick).map(
  (positions): Edit =>
    (configuration) => {
      const ids = positions.flatMap((position) => at(configuration.tables, position)?.id ?? [])
      return unchanged(reorderTables(configuration, ids))
    },
)

/** In JSON mode people break pairs in ways that no dialog offers. */
const writeJson = fc
  .record({
    pick,
    from: pick,
    rolled,
    how: fc.constantFrom('drop', 'rename', 'point', 'parent', 'lone'),
  })
  .map(
    ({ pick, from, rolled, how }): Edit =>
      (configuration, newId) => {
        const copy: Configuration = structuredClone(configuration)
        const relations = placesOf(copy).filter(({ column }) => column.type === 'relation')
        const column = at(relations, pick)?.column
        const other = at(placesOf(copy), from)
        if (column?.type === 'relation') breakRelation({ copy, column, other, how, rolled })
        return parseConfiguration({ text: JSON.stringify(copy), before: configuration, newId })
      },
  )

function breakRelation(breakage: {
  copy: Configuration
  column: Column & { type: 'relation' }
  other: { tableId: string; column: Column } | undefined
  how: string
  rolled: { name: string; back: string }
}): void {
  const { copy, column, other, how, rolled } = breakage
  if (how === 'rename') column.name = rolled.name
  if (how === 'parent') column.options.isParent = !column.options.isParent
  if (how === 'lone') column.options.columnId = ''
  if (how === 'point' && other) {
    column.options.tableId = other.tableId
    column.options.columnId = other.column.id
  }
  if (how === 'drop') {
    for (const table of copy.tables) table.columns = table.columns.filter((old) => old !== column)
  }
}

export const anyEdit: fc.Arbitrary<Edit> = fc.oneof(
  { weight: 3, arbitrary: addTable },
  { weight: 2, arbitrary: editTable },
  { weight: 1, arbitrary: dropTable },
  { weight: 2, arbitrary: addColumn },
  { weight: 6, arbitrary: relate },
  { weight: 4, arbitrary: editRelation },
  { weight: 2, arbitrary: retype },
  { weight: 1, arbitrary: dropColumn },
  { weight: 1, arbitrary: reorder },
  { weight: 2, arbitrary: writeJson },
)

/** A configuration that people could have made with edits. */
export function applyEdits(
  start: Configuration,
  { edits, newId }: { edits: readonly Edit[]; newId: NewId },
): Configuration {
  return edits.reduce((configuration, edit) => {
    const result = edit(configuration, newId)
    return result.ok ? result.configuration : configuration
  }, start)
}
