import type { Column, Configuration, Table } from '@plinth/contract'
import { type Form, guessForm, STORED_TYPES } from './form.ts'
import type { LiveCatalogue, LiveColumn, LiveIndex, LiveTable } from './live-catalogue.ts'
import type { Former, LinkStorage } from './operation.ts'
import type { Drift } from './plan.ts'
import { type ColumnShape, type JoinShape, shapeOfTable, shapesOf } from './shapes.ts'
import { NEW_PREFIX, OWN_PREFIX, TRASH_PREFIX } from './stored-names.ts'

/** A field as it exists in the database. */
export interface CurrentColumn {
  columnId: string
  name: string
  form: Form
  isRequired: boolean
  definition: Column
  key?: { targetId: string; pairKey: string; isUnique: boolean; hasForeignKey: boolean }
  /** Its form before the release that is being undone. */
  previousForm?: Former
}

export interface CurrentTable {
  tableId: string
  name: string
  definition: Table
  columns: Map<string, CurrentColumn>
  /** Columns that must be moved aside for a restored column with the same id. */
  extra: CurrentColumn[]
  indexes: LiveIndex[]
  /** Lower-case names of columns not created by Plinth. */
  foreignColumns: Set<string>
  /** Timestamp columns that an adopted table lacks. */
  missing: string[]
  rows: number | null
}

interface CurrentJoin {
  name: string
  shape: JoinShape
}

/** The existing database objects, by configuration ids. */
export interface CurrentState {
  tables: Map<string, CurrentTable>
  joins: Map<string, CurrentJoin>
  views: Map<string, { name: string; query: string }>
  /** Storage of relation links before the release that is being undone. */
  formerLinks: Map<string, LinkStorage>
  /** Lower-case names of tables not created by Plinth. */
  foreignTables: Set<string>
  restored: string[]
  drift: Drift[]
}

/** Matches the objects of a configuration with the live catalogue, and reports drift. */
export function findCurrentState(
  live: LiveCatalogue,
  applied: Configuration = live.applied,
): CurrentState {
  const shapes = shapesOf(applied)
  const byName = new Map(live.tables.map((table) => [table.name, table]))
  const state: CurrentState = {
    tables: new Map(),
    joins: new Map(),
    views: new Map(),
    formerLinks: new Map(),
    foreignTables: new Set(),
    restored: [],
    drift: [],
  }
  const taken = new Set<string>()
  for (const definition of applied.tables) {
    const found = byName.get(definition.name)
    const isView = definition.type === 'Computed'
    const view = shapes.views.get(definition.id)
    if (isView && !view) continue
    if (found?.kind !== (isView ? 'view' : 'table')) {
      const words = `Table "${definition.name}" is not in the database.`
      state.drift.push({ tableId: definition.id, columnId: null, words })
    } else {
      taken.add(found.name)
      if (view) state.views.set(definition.id, { name: found.name, query: view.query })
      else {
        const table = readCurrentTable({ live, found, definition, drift: state.drift })
        state.tables.set(definition.id, table)
      }
    }
  }
  for (const shape of shapes.joins.values()) {
    if (byName.has(shape.name)) state.joins.set(shape.pairKey, { name: shape.name, shape })
    else {
      const words = `The table of the relation "${shape.first.columnId}" is not in the database.`
      state.drift.push({ tableId: shape.first.tableId, columnId: null, words })
    }
  }
  for (const { name, kind, indexes } of live.tables) {
    if (taken.has(name) || name.startsWith(OWN_PREFIX)) continue
    state.foreignTables.add(name.toLowerCase())
    const hasKey = indexes.some(({ isUnique, columns }) => isUnique && columns.length === 1)
    const why = kind === 'table' && !hasKey ? ' It has no key of one column.' : ''
    const words = `"${name}" is in the database but not in the configuration; it is left alone.${why}`
    state.drift.push({ tableId: null, columnId: null, words })
  }
  return state
}

/** Reads a table's fields. Differences from the record are reported as drift; the live state wins. */
export function readCurrentTable(options: {
  live: LiveCatalogue
  found: LiveTable
  definition: Table
  drift: Drift[]
}): CurrentTable {
  const { live, found, definition, drift } = options
  const shape = shapeOfTable(definition)
  const byName = new Map(found.columns.map((column) => [column.name, column]))
  const columns = new Map<string, CurrentColumn>()
  const reportDrift = (columnId: string | null, words: string) =>
    drift.push({ tableId: definition.id, columnId, words })
  for (const each of shape.columns) {
    const column = byName.get(each.name)
    if (column) {
      columns.set(
        each.columnId,
        readCurrentColumn({ live, found, column, shape: each, reportDrift }),
      )
      byName.delete(each.name)
    } else reportDrift(each.columnId, `Field "${each.name}" of "${definition.name}" is not there.`)
  }
  const missing = ['createdOn', 'updatedOn'].filter((name) => !byName.has(name))
  const foreignColumns = new Set<string>()
  for (const { name } of byName.values()) {
    if (['id', 'createdOn', 'updatedOn'].includes(name) || isOwn(name)) continue
    foreignColumns.add(name.toLowerCase())
    reportDrift(null, `"${name}" was added to "${definition.name}"; it is left alone.`)
  }
  for (const index of shape.indexes) {
    const there = found.indexes.find((each) => each.name === index.name)
    if (!there?.isValid && found.name === definition.name) {
      reportDrift(null, `An index of "${definition.name}" is missing.`)
    }
  }
  const { name, indexes, rows } = found
  const tableId = definition.id
  return { tableId, name, definition, columns, extra: [], indexes, foreignColumns, missing, rows }
}

function isOwn(name: string): boolean {
  return name.startsWith(TRASH_PREFIX) || name.startsWith(NEW_PREFIX)
}

/** Maps a live column to its field. */
export function readCurrentColumn(options: {
  live: LiveCatalogue
  found: LiveTable
  column: LiveColumn
  shape: ColumnShape
  reportDrift?: (columnId: string, words: string) => void
}): CurrentColumn {
  const { live, found, column, shape, reportDrift } = options
  const { columnId, key } = shape
  const isAsRecorded = STORED_TYPES[live.engine][shape.form] === column.type
  // An unknown type cannot be converted, so pick a form that loses all values.
  const unknown: Form = shape.form === 'secret' ? 'key' : 'secret'
  const form = isAsRecorded ? shape.form : (guessForm(live.engine, column.type) ?? unknown)
  if (form !== shape.form) {
    reportDrift?.(columnId, `Field "${shape.name}" of "${found.name}" has the type ${column.type}.`)
  }
  const { isRequired } = column
  if (isRequired !== shape.isRequired) {
    const state = isRequired ? 'required' : 'no longer required'
    reportDrift?.(columnId, `Field "${shape.name}" of "${found.name}" is ${state} in the database.`)
  }
  const state = { columnId, name: column.name, form, isRequired, definition: shape.column }
  if (!key || !isAsRecorded) return state
  const hasForeignKey = found.foreignKeys.some((foreign) => foreign.column === column.name)
  if (!hasForeignKey) {
    reportDrift?.(columnId, `Field "${shape.name}" of "${found.name}" lost its foreign key.`)
  }
  return { ...state, key: { ...key, hasForeignKey } }
}
