import { type Configuration, OPERATIONS, type Table } from '@plinth/contract'
import { findColumn, findTable } from '../model/find-table.ts'
import { sameJson } from '../model/same-json.ts'
import { sortColumns } from '../model/sort-columns.ts'
import { sortTables } from '../model/sort-tables.ts'
import type { Change, ChangeKind } from './change.ts'
import { tablesEqual } from './configurations-equal.ts'
import { diffColumns, type Versions } from './diff-columns.ts'
import { printName, printValue } from './print-value.ts'

type Whole = Versions<Configuration>

/** All differences, one sentence each. Tables and fields are matched by id, so that a rename is shown as a rename. */
export function diffConfigurations(whole: Whole): Change[] {
  const { before, after } = whole
  if (before === after) return []
  const changed = sortTables(after.tables).flatMap((table) => {
    const old = findTable(before, table.id)
    return old ? diffTable({ before: old, after: table }, whole) : [describeWhole(table, 'added')]
  })
  const removed = sortTables(before.tables).filter((table) => !findTable(after, table.id))
  return [
    ...diffKey('version', whole),
    ...diffKey('database', whole),
    ...changed,
    ...removed.map((table) => describeWhole(table, 'removed')),
  ]
}

function diffKey(key: 'version' | 'database', { before, after }: Whole): Change[] {
  if (before[key] === after[key]) return []
  const sentence = `The ${key} changes from ${before[key]} to ${after[key]}.`
  return [{ kind: `${key}-changed`, tableId: null, columnId: null, detail: null, sentence }]
}

function describeWhole(table: Table, what: 'added' | 'removed'): Change {
  const names = sortColumns(table.columns).map((column) => printName(column.name))
  const fields = names.length === 0 ? 'without fields' : `with the fields ${names.join(', ')}`
  const sentence = `${table.type} table ${printName(table.name)} is ${what}, ${fields}.`
  return { kind: `table-${what}`, tableId: table.id, columnId: null, detail: null, sentence }
}

function diffTable(tables: Versions<Table>, whole: Whole): Change[] {
  const { before, after } = tables
  if (tablesEqual(before, after)) return []
  const changes: Change[] = []
  const table = `Table ${printName(after.name)}`
  const addChange = (kind: ChangeKind, words: { sentence: string; detail?: string }) => {
    changes.push({ kind, tableId: after.id, columnId: null, detail: null, ...words })
  }
  if (before.name !== after.name) {
    const sentence = `Table ${printName(before.name)} is renamed to ${printName(after.name)}.`
    addChange('table-renamed', { sentence })
  }
  if (before.type !== after.type) {
    addChange('table-retyped', {
      sentence: `${table} changes from ${before.type} to ${after.type}.`,
    })
  }
  if (before.order !== after.order) {
    addChange('table-moved', { sentence: `${table} moves from ${before.order} to ${after.order}.` })
  }
  for (const operation of OPERATIONS) {
    const [from, to] = [before.rules[operation], after.rules[operation]]
    if (from === to) continue
    const sentence = `${table}: the ${operation} rule changes from ${printRule(from)} to ${printRule(to)}.`
    addChange('rule-changed', { sentence, detail: operation })
  }
  if ((before.query ?? '') !== (after.query ?? '')) {
    addChange('query-changed', { sentence: `${table}: the query changes.` })
  }
  if (!sameJson(before.indexes ?? [], after.indexes ?? [])) {
    addChange('indexes-changed', { sentence: `${table}: ${describeIndexes(after)}.` })
  }
  if (before.displayField !== after.displayField) {
    addChange('display-changed', { sentence: `${table}: ${describeDisplay(after)}.` })
  }
  if (!sameJson(before.tests ?? [], after.tests ?? [])) {
    addChange('tests-changed', { sentence: `${table}: ${describeTests(after)}.` })
  }
  if ((before.live ?? false) !== (after.live ?? false)) {
    addChange('live-changed', { sentence: `${table}: Live is now ${after.live ? 'on' : 'off'}.` })
  }
  return [...changes, ...diffColumns(tables, whole)]
}

function printRule(rule: string): string {
  return rule === '' ? 'no rule' : printValue(rule)
}

function describeDisplay(table: Table): string {
  const field = findColumn(table, table.displayField ?? '')
  return `its display field is now ${field ? printName(field.name) : 'the first text field'}`
}

function describeTests({ tests = [] }: Table): string {
  if (tests.length === 0) return 'its rules have no test any more'
  return `its rule tests are now ${tests.map((test) => printName(test.name)).join(', ')}`
}

function describeIndexes({ indexes = [], columns }: Table): string {
  if (indexes.length === 0) return 'it has no index of its own any more'
  const name = (id: string) => columns.find((column) => column.id === id)?.name || id
  const texts = indexes.map(
    (index) => `${index.columns.map(name).join(' + ')}${index.unique ? ' (unique)' : ''}`,
  )
  return `its indexes are now ${texts.join(', ')}`
}
