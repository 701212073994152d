import type { Column, Configuration, Table } from '@plinth/contract'
import { type Form, guessForm, STORED_TYPES } from './form.ts'
import type { LiveCatalogue, LiveColumn, LiveIndex, LiveTable } from './live-catalogue.ts'
import type { Former, LinkPlace } from './operation.ts'
import type { Drift } from './plan.ts'
import { type ColumnShape, type JoinShape, shapeOfTable, shapesOf } from './shapes.ts'
import { GONE_PREFIX, NEW_PREFIX, OWN_PREFIX } from './stored-names.ts'

/** A field as it stands in the database right now. */
export interface StandingColumn {
  columnId: string
  name: string
  form: Form
  isRequired: boolean
  definition: Column
  key?: { targetId: string; pairKey: string; isUnique: boolean; hasForeignKey: boolean }
  /** What it was before the change that is being undone. */
  former?: Former
}

export interface StandingTable {
  tableId: string
  name: string
  definition: Table
  columns: Map<string, StandingColumn>
  /** What has to make room for something that comes back under the same id. */
  extra: StandingColumn[]
  indexes: LiveIndex[]
  /** Columns that somebody else added, in lower case. */
  strangers: Set<string>
  /** What every row has, and a table that others made may lack. */
  missing: string[]
  rows: number | null
}

interface StandingJoin {
  name: string
  shape: JoinShape
}

/** What is there, by our ids. */
export interface Standing {
  tables: Map<string, StandingTable>
  joins: Map<string, StandingJoin>
  views: Map<string, { name: string; query: string }>
  /** Where the links of a relation were before the change that is being undone. */
  formerLinks: Map<string, LinkPlace>
  /** Tables that somebody else made, in lower case. */
  strangers: Set<string>
  restored: string[]
  drift: Drift[]
}

/** Finds everything of a configuration in what the database says is there. */
export function findStanding(live: LiveCatalogue, applied: Configuration = live.applied): Standing {
  const shapes = shapesOf(applied)
  const byName = new Map(live.tables.map((table) => [table.name, table]))
  const standing: Standing = {
    tables: new Map(),
    joins: new Map(),
    views: new Map(),
    formerLinks: new Map(),
    strangers: new Set(),
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
      standing.drift.push({ tableId: definition.id, columnId: null, words })
    } else {
      taken.add(found.name)
      if (view) standing.views.set(definition.id, { name: found.name, query: view.query })
      else {
        const table = standTable({ live, found, definition, drift: standing.drift })
        standing.tables.set(definition.id, table)
      }
    }
  }
  for (const shape of shapes.joins.values()) {
    if (byName.has(shape.name)) standing.joins.set(shape.pairKey, { name: shape.name, shape })
    else {
      const words = `The table of the relation "${shape.first.columnId}" is not in the database.`
      standing.drift.push({ tableId: shape.first.tableId, columnId: null, words })
    }
  }
  for (const { name, kind, indexes } of live.tables) {
    if (taken.has(name) || name.startsWith(OWN_PREFIX)) continue
    standing.strangers.add(name.toLowerCase())
    const hasKey = indexes.some(({ isUnique, columns }) => isUnique && columns.length === 1)
    const why = kind === 'table' && !hasKey ? ' It has no key of one column.' : ''
    const words = `"${name}" is in the database but not in the configuration; it is left alone.${why}`
    standing.drift.push({ tableId: null, columnId: null, words })
  }
  return standing
}

/** Finds a table's fields; what differs from the record is told, and what is there counts. */
export function standTable(given: {
  live: LiveCatalogue
  found: LiveTable
  definition: Table
  drift: Drift[]
}): StandingTable {
  const { live, found, definition, drift } = given
  const shape = shapeOfTable(definition)
  const byName = new Map(found.columns.map((column) => [column.name, column]))
  const columns = new Map<string, StandingColumn>()
  const tell = (columnId: string | null, words: string) =>
    drift.push({ tableId: definition.id, columnId, words })
  for (const each of shape.columns) {
    const column = byName.get(each.name)
    if (column) {
      columns.set(each.columnId, standColumn({ live, found, column, shape: each, tell }))
      byName.delete(each.name)
    } else tell(each.columnId, `Field "${each.name}" of "${definition.name}" is not there.`)
  }
  const missing = ['createdOn', 'updatedOn'].filter((name) => !byName.has(name))
  const strangers = new Set<string>()
  for (const { name } of byName.values()) {
    if (['id', 'createdOn', 'updatedOn'].includes(name) || isOwn(name)) continue
    strangers.add(name.toLowerCase())
    tell(null, `"${name}" was added to "${definition.name}"; it is left alone.`)
  }
  for (const index of shape.indexes) {
    const there = found.indexes.find((each) => each.name === index.name)
    if (!there?.isValid && found.name === definition.name) {
      tell(null, `An index of "${definition.name}" is missing.`)
    }
  }
  const { name, indexes, rows } = found
  const tableId = definition.id
  return { tableId, name, definition, columns, extra: [], indexes, strangers, missing, rows }
}

function isOwn(name: string): boolean {
  return name.startsWith(GONE_PREFIX) || name.startsWith(NEW_PREFIX)
}

/** What a column of the database is to the field it was made for. */
export function standColumn(given: {
  live: LiveCatalogue
  found: LiveTable
  column: LiveColumn
  shape: ColumnShape
  tell?: (columnId: string, words: string) => void
}): StandingColumn {
  const { live, found, column, shape, tell } = given
  const { columnId, key } = shape
  const isAsRecorded = STORED_TYPES[live.engine][shape.form] === column.type
  // A type we do not know carries nothing over.
  const unknown: Form = shape.form === 'secret' ? 'key' : 'secret'
  const form = isAsRecorded ? shape.form : (guessForm(live.engine, column.type) ?? unknown)
  if (form !== shape.form) {
    tell?.(columnId, `Field "${shape.name}" of "${found.name}" has the type ${column.type}.`)
  }
  const { isRequired } = column
  if (isRequired !== shape.isRequired) {
    const state = isRequired ? 'required' : 'no longer required'
    tell?.(columnId, `Field "${shape.name}" of "${found.name}" is ${state} in the database.`)
  }
  const standing = { columnId, name: column.name, form, isRequired, definition: shape.column }
  if (!key || !isAsRecorded) return standing
  const hasForeignKey = found.foreignKeys.some((foreign) => foreign.column === column.name)
  if (!hasForeignKey) {
    tell?.(columnId, `Field "${shape.name}" of "${found.name}" lost its foreign key.`)
  }
  return { ...standing, key: { ...key, hasForeignKey } }
}
