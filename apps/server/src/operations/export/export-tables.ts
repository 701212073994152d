import type { Configuration } from '@plinth/contract'
import { type Form, type JoinShape, type Shapes, shapesOf, type TableShape } from '@plinth/schema'
import type { RefusedQuery } from '../../databases/query-check/find-refused-queries.ts'

export interface ExportColumn {
  readonly name: string
  readonly form: Form
  readonly isRequired: boolean
  readonly references?: { readonly table: string; readonly onDelete: 'set null' | 'cascade' }
}

/** A table for export: readable names, and everything that a plain database needs. */
export interface ExportTable {
  readonly name: string
  /** Its name in the source database. */
  readonly storedName: string
  readonly columns: readonly ExportColumn[]
  readonly primaryKey: readonly string[]
  readonly indexes: readonly {
    readonly name: string
    readonly columns: readonly string[]
    readonly isUnique: boolean
  }[]
  /** Only for the table of a many-to-many relation: the field and table of each side. */
  readonly links?: { readonly first: LinkSide; readonly second: LinkSide }
}

interface LinkSide {
  readonly table: string
  readonly field: string
}

interface ExportView {
  readonly name: string
  /** Undefined if the query check rejects it, since the script is loaded with the rights of its user. */
  readonly query: string | undefined
}

/** Everything of an applied configuration that has rows, and the queries of Computed tables. */
export interface ExportModel {
  readonly tables: readonly ExportTable[]
  readonly views: readonly ExportView[]
}

const moment = (name: string): ExportColumn => ({ name, form: 'moment', isRequired: true })
const OWN = /^_plinth_/

function exportTable(shape: TableShape, shapes: Shapes): ExportTable {
  const names = new Map(shape.columns.map(({ columnId, name }) => [columnId, name]))
  const columns = shape.columns.map(({ name, form, isRequired, key }): ExportColumn => {
    // Password hashes are not exported, so their column cannot be required.
    const column = { name, form, isRequired: isRequired && form !== 'secret' }
    const target = key && shapes.tables.get(key.targetId)
    if (!target) return column
    return { ...column, references: { table: target.name, onDelete: 'set null' } }
  })
  return {
    name: shape.name,
    storedName: shape.name,
    columns: [
      { name: 'id', form: 'key', isRequired: true },
      ...columns,
      moment('createdOn'),
      moment('updatedOn'),
    ],
    primaryKey: ['id'],
    indexes: shape.indexes.map(({ name, columns: ids, isUnique }) => ({
      name: name.replace(OWN, ''),
      columns: ids.map((id) => names.get(id) ?? id),
      isUnique,
    })),
  }
}

const LONGEST = 63

/** Named after the field that lists the links, unless that name is taken. */
function linkName({ name }: JoinShape, { table, field }: LinkSide, taken: Set<string>): string {
  const wanted = `${table}_${field}`
  const isFree = wanted.length <= LONGEST && !taken.has(wanted.toLowerCase())
  const chosen = isFree ? wanted : name.replace(OWN, '')
  taken.add(chosen.toLowerCase())
  return chosen
}

function exportLinks(
  join: JoinShape,
  options: { configuration: Configuration; taken: Set<string> },
): ExportTable {
  const sideOf = ({ tableId, columnId }: JoinShape['first']): LinkSide => {
    const table = options.configuration.tables.find(({ id }) => id === tableId)
    const field = table?.columns.find(({ id }) => id === columnId)
    return { table: table?.name ?? tableId, field: field?.name ?? columnId }
  }
  const links = { first: sideOf(join.first), second: sideOf(join.second) }
  const key = (name: 'first' | 'second'): ExportColumn => {
    const references = { table: links[name].table, onDelete: 'cascade' as const }
    return { name, form: 'key', isRequired: true, references }
  }
  const position = (name: string): ExportColumn => ({ name, form: 'integer', isRequired: true })
  const name = linkName(join, links.first, options.taken)
  return {
    name,
    storedName: join.name,
    columns: [key('first'), key('second'), position('firstPosition'), position('secondPosition')],
    primaryKey: ['first', 'second'],
    indexes: [
      { name: join.name.replace(OWN, 'ix_'), columns: ['second', 'first'], isUnique: true },
    ],
    links,
  }
}

/** The export model of an applied configuration. */
export function exportModelOf(
  configuration: Configuration,
  refused: readonly RefusedQuery[] = [],
): ExportModel {
  const shapes = shapesOf(configuration)
  const taken = new Set(configuration.tables.map(({ name }) => name.toLowerCase()))
  const tables = [...shapes.tables.values()].map((shape) => exportTable(shape, shapes))
  const links = [...shapes.joins.values()].map((join) =>
    exportLinks(join, { configuration, taken }),
  )
  // A query may refer to a relation's table by its stored name.
  const renamed = (query: string) =>
    links.reduce((text, { storedName, name }) => text.replaceAll(storedName, name), query)
  const isRefused = (id: string) => refused.some(({ tableId }) => tableId === id)
  const views = [...shapes.views.values()].map(({ tableId, name, query }) => ({
    name,
    query: isRefused(tableId) ? undefined : renamed(query),
  }))
  return { tables: [...tables, ...links], views }
}
