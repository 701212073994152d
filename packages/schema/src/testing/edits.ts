import type { Column, ColumnType, Configuration, Operation, TableType } from '@plinth/contract'
import {
  changeColumnType,
  defaultOptions,
  type EditResult,
  type NewId,
  newColumn,
  newTable,
  parseConfiguration,
  type RelationColumn,
  removeColumn,
  removeTable,
  reorderTables,
  saveColumn,
  saveTable,
} from '../index.ts'

/** Random choices of one edit, as plain data that a failing property can print. */
export type Roll = {
  kind: keyof typeof EDITS
  pick: number
  target: number | null
  name: string
  back: string
  many: boolean
  backMany: boolean
  facts: number
  order: number
  columnType: ColumnType
  tableType: TableType
  operation: Operation
  texts: string[]
  json: ReturnType<typeof defaultOptions<'json'>>['default']
  breakage: 'drop' | 'rename' | 'point' | 'parent' | 'lone'
}

type Draft = { configuration: Configuration; newId: NewId }

/** All user edits, through dialogs and JSON mode. */
const EDITS = {
  addTable: ({ configuration, newId }: Draft, { name, order, tableType: type }: Roll) =>
    saveTable({ configuration, table: newTable({ id: newId(), name, order, type, newId }), newId }),
  editTable,
  dropTable: ({ configuration }: Draft, { pick }: Roll) => {
    return removeTable({ configuration, tableId: tableIdAt(configuration, pick) })
  },
  addColumn: ({ configuration, newId }: Draft, { pick, name, columnType }: Roll) => {
    const column = changeColumnType({ ...newColumn({ id: newId() }), name }, columnType)
    return saveColumn({ configuration, tableId: tableIdAt(configuration, pick), column, newId })
  },
  setOptions,
  relate,
  editRelation,
  retype: (draft: Draft, { pick, columnType }: Roll) => {
    const place = at(placesOf(draft.configuration), pick)
    if (!place) return unchanged(draft)
    const column = changeColumnType(place.column, columnType)
    return saveColumn({ ...draft, tableId: place.tableId, column })
  },
  dropColumn: ({ configuration }: Draft, { pick, facts }: Roll) => {
    const place = at(placesOf(configuration), pick + facts)
    const columnId = place?.column.id ?? ''
    return removeColumn({ configuration, tableId: place?.tableId ?? '', columnId })
  },
  reorder: ({ configuration, newId }: Draft, { pick, facts }: Roll) => {
    const ids = [pick, facts].map((position) => tableIdAt(configuration, position))
    return unchanged({ configuration: reorderTables(configuration, ids), newId })
  },
  writeJson,
} satisfies Record<string, (draft: Draft, roll: Roll) => EditResult>

export function applyEdit(draft: Draft, roll: Roll): EditResult {
  return EDITS[roll.kind](draft, roll)
}

/** A configuration reachable by user edits; rejected edits are skipped. */
export function applyEdits(draft: Draft, rolls: readonly Roll[]): Configuration {
  return rolls.reduce((configuration, roll) => {
    const result = applyEdit({ ...draft, configuration }, roll)
    return result.ok ? result.configuration : configuration
  }, draft.configuration)
}

function editTable(draft: Draft, roll: Roll): EditResult {
  const table = at(draft.configuration.tables, roll.pick)
  if (!table) return unchanged(draft)
  const rules = { ...table.rules, [roll.operation]: roll.back }
  const indexed = at(table.columns, roll.facts)
  const indexes = indexed ? [{ columns: [indexed.id, 'createdOn'], unique: roll.many }] : []
  const next = { ...table, name: roll.name, type: roll.tableType, rules, indexes }
  return saveTable({ ...draft, table: next })
}

function setOptions({ configuration, newId }: Draft, roll: Roll): EditResult {
  const blank = { ...newColumn({ id: newId() }), name: roll.name }
  const { texts, order, json } = roll
  const select = { ...defaultOptions('select'), selectOptions: texts, default: texts }
  const columns = [
    { ...blank, type: 'json', options: { ...defaultOptions('json'), default: json } },
    { ...blank, type: 'select', options: select },
    { ...blank, type: 'number', options: { ...defaultOptions('number'), min: order } },
    { ...blank, type: 'image', options: { ...defaultOptions('image'), fileTypes: texts } },
  ] satisfies Column[]
  const column = at<Column>(columns, roll.facts) ?? blank
  return saveColumn({ configuration, tableId: tableIdAt(configuration, roll.pick), column, newId })
}

function relate({ configuration, newId }: Draft, roll: Roll): EditResult {
  const blank = { ...newColumn({ id: newId() }), name: roll.name }
  const column = changeColumnType(blank, 'relation')
  const options = {
    ...column.options,
    tableId: tableIdAt(configuration, roll.target ?? roll.facts),
    backColumnName: roll.back,
    hasMultiple: roll.many,
    hasMultipleBack: roll.backMany,
  }
  const tableId = tableIdAt(configuration, roll.pick)
  return saveColumn({ configuration, tableId, column: { ...column, options }, newId })
}

function editRelation(draft: Draft, roll: Roll): EditResult {
  const place = at(relationsOf(draft.configuration), roll.pick)
  if (!place) return unchanged(draft)
  const options = { ...place.column.options }
  if (roll.facts & 1) options.backColumnName = roll.back
  if (roll.facts & 2) options.hasMultiple = roll.many
  if (roll.facts & 4) options.hasMultipleBack = roll.backMany
  if (roll.facts & 8) options.isParent = !options.isParent
  if (roll.target !== null) options.tableId = tableIdAt(draft.configuration, roll.target)
  const name = roll.facts & 16 ? roll.name : place.column.name
  return saveColumn({
    ...draft,
    tableId: place.tableId,
    column: { ...place.column, name, options },
  })
}

/** In JSON mode, users can break pairs in ways that no dialog allows. */
function writeJson({ configuration, newId }: Draft, roll: Roll): EditResult {
  const copy: Configuration = JSON.parse(JSON.stringify(configuration))
  const column = at(relationsOf(copy), roll.pick)?.column
  const other = at(placesOf(copy), roll.facts)
  if (column && roll.breakage === 'rename') column.name = roll.name
  if (column && roll.breakage === 'parent') column.options.isParent = !column.options.isParent
  if (column && roll.breakage === 'lone') column.options.columnId = ''
  if (column && other && roll.breakage === 'point') {
    column.options.tableId = other.tableId
    column.options.columnId = other.column.id
  }
  if (roll.breakage === 'drop') {
    for (const table of copy.tables) table.columns = table.columns.filter((old) => old !== column)
  }
  return parseConfiguration({ text: JSON.stringify(copy), before: configuration, newId })
}

function at<T>(items: readonly T[], position: number): T | undefined {
  return items.length === 0 ? undefined : items[position % items.length]
}

function tableIdAt({ tables }: Configuration, position: number): string {
  return at(tables, position)?.id ?? ''
}

function unchanged({ configuration }: Draft): EditResult {
  return { ok: true, configuration }
}

function placesOf({ tables }: Configuration): { tableId: string; column: Column }[] {
  return tables.flatMap((table) => table.columns.map((column) => ({ tableId: table.id, column })))
}

function relationsOf(configuration: Configuration): { tableId: string; column: RelationColumn }[] {
  return placesOf(configuration).flatMap(({ tableId, column }) =>
    column.type === 'relation' ? [{ tableId, column }] : [],
  )
}
