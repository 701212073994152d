import type { Column, Configuration, Table } from '@plinth/contract'
import { findColumn, findTable } from '../model/find-table.ts'
import { sameJson } from '../model/same-json.ts'
import { sortColumns } from '../model/sort-columns.ts'
import type { Change, ChangeKind } from './change.ts'
import { OPTION_WORDS } from './option-words.ts'
import { printName, printValue } from './print-value.ts'

export type Versions<T> = { before: T; after: T }
type Whole = Versions<Configuration>

export function diffColumns(tables: Versions<Table>, whole: Whole): Change[] {
  if (tables.before.columns === tables.after.columns) return []
  const table = tables.after
  const at = (kind: ChangeKind, column: Column) => ({
    kind,
    tableId: table.id,
    columnId: column.id,
    detail: null,
  })
  const columnById = new Map(tables.before.columns.map((column) => [column.id, column]))
  const changes = sortColumns(table.columns).flatMap((column): Change[] => {
    const before = columnById.get(column.id)
    if (before) return diffColumn({ columns: { before, after: column }, table, whole })
    const sentence = `Field ${printName(column.name)} (${column.type}) is added to ${printName(table.name)}.`
    return [{ ...at('column-added', column), sentence }]
  })
  const removed = sortColumns(tables.before.columns).filter((old) => !findColumn(table, old.id))
  const removals = removed.map((column): Change => {
    const sentence = `Field ${printName(column.name)} (${column.type}) is removed from ${printName(table.name)}.`
    return { ...at('column-removed', column), sentence }
  })
  return [...changes, ...removals]
}

function diffColumn({
  columns: { before, after },
  table,
  whole,
}: {
  columns: Versions<Column>
  table: Table
  whole: Whole
}): Change[] {
  if (before === after) return []
  const changes: Change[] = []
  const field = `Field ${printName(after.name)} of ${printName(table.name)}`
  const addChange = (kind: ChangeKind, words: { sentence: string; detail?: string }) => {
    changes.push({ kind, tableId: table.id, columnId: after.id, detail: null, ...words })
  }
  if (before.name !== after.name) {
    const names = `${printName(before.name)} of ${printName(table.name)}`
    addChange('column-renamed', {
      sentence: `Field ${names} is renamed to ${printName(after.name)}.`,
    })
  }
  if (before.order !== after.order) {
    addChange('column-moved', {
      sentence: `${field} moves from ${before.order} to ${after.order}.`,
    })
  }
  if (before.type !== after.type) {
    const sentence = `${field} changes its type from ${before.type} to ${after.type}.`
    addChange('column-retyped', { sentence })
    return changes
  }
  const options: Versions<Record<string, unknown>> = {
    before: before.options,
    after: after.options,
  }
  for (const key of Object.keys({ ...options.before, ...options.after })) {
    const values = { before: options.before[key], after: options.after[key] }
    if (sameJson(values.before, values.after)) continue
    const sentence = `${field}: ${describeOption({ key, values, columns: { before, after }, whole })}.`
    addChange('option-changed', { sentence, detail: key })
  }
  return changes
}

function describeOption(option: {
  key: string
  values: Versions<unknown>
  columns: Versions<Column>
  whole: Whole
}): string {
  const { key, values, columns, whole } = option
  const word = OPTION_WORDS[key] ?? key
  if (typeof values.after === 'boolean') return `${word} is turned ${values.after ? 'on' : 'off'}`
  const from = printOption({
    key,
    value: values.before,
    column: columns.before,
    configuration: whole.before,
  })
  const to = printOption({
    key,
    value: values.after,
    column: columns.after,
    configuration: whole.after,
  })
  return `${word} changes from ${from} to ${to}`
}

/** Relations are stored by id but shown by table and field name. */
function printOption({
  key,
  value,
  column,
  configuration,
}: {
  key: string
  value: unknown
  column: Column
  configuration: Configuration
}): string {
  if (column.type !== 'relation') return printValue(value)
  const table = findTable(configuration, column.options.tableId)
  if (key === 'tableId') return printValue(table?.name || value)
  if (key === 'columnId')
    return printValue(findColumn(table, column.options.columnId)?.name || value)
  return printValue(value)
}
