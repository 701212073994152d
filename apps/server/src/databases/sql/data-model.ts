import type { Column, Configuration, Table } from '@plinth/contract'
import { type Catalogue, type CatalogueTable, catalogueOf } from '@plinth/expression'
import { raw, rawComputed, type Sql } from '../../foundation/platform/sql.ts'
import type { Dialect, Form } from './dialect.ts'
import type { Layout, RelationPlace } from './layout.ts'

/** A relation's storage and target. */
interface DataRelation {
  readonly place: RelationPlace
  /** The name of the other table. */
  readonly target: string
  readonly isMany: boolean
  /** The links are stored with the other side, or in a join table that the other side declares. */
  readonly isBack: boolean
}

/** A column that is stored in the row itself, or a relation stored elsewhere. */
export interface DataColumn {
  readonly id: string
  readonly name: string
  readonly form: Form
  readonly cell?: Sql
  readonly relation?: DataRelation
  /** Undefined for id, createdOn and updatedOn. */
  readonly definition?: Column
  /** The database column is NOT NULL. */
  readonly isFilled: boolean
}

export interface DataTable {
  readonly id: string
  readonly name: string
  readonly from: Sql
  readonly key: Sql
  readonly columns: ReadonlyMap<string, DataColumn>
  readonly definition: Table
}

/** What the compiler knows about one environment's configuration; tables and columns by name. */
export interface DataModel {
  readonly dialect: Dialect
  readonly catalogue: Catalogue
  readonly tables: ReadonlyMap<string, DataTable>
}

type ModelInput = {
  readonly configuration: Configuration
  readonly layout: Layout
  readonly dialect: Dialect
  /** Computed tables whose ids are not row ids. */
  readonly textKeys?: ReadonlySet<string>
  /** Tables that cannot be read, by name, with the error that any statement over them throws. */
  readonly unavailable?: ReadonlyMap<string, () => Error>
}

export function modelOf(parts: ModelInput): DataModel {
  const { configuration, layout, dialect, textKeys, unavailable } = parts
  const catalogue = catalogueOf(configuration)
  const tables = configuration.tables.flatMap((definition) => {
    const known = catalogue.tables.get(definition.name)
    if (!known) return []
    const key: Form = textKeys?.has(definition.name) ? 'text' : 'id'
    const table = tableOf(definition, known, { layout, key })
    const refuse = unavailable?.get(definition.name)
    return [[definition.name, refuse ? unavailableTable(table, refuse) : table] as const]
  })
  return { dialect, catalogue, tables: new Map(tables) }
}

function tableOf(
  definition: Table,
  known: CatalogueTable,
  { layout, key }: { layout: Layout; key: Form },
): DataTable {
  const definitions = new Map(definition.columns.map((column) => [column.name, column]))
  const columns = [...known.columns.values()].map((column): DataColumn => {
    const { id, name, target } = column
    const own = definitions.get(name)
    if (own && target !== undefined) {
      const storage = layout.relation(definition.id, id)
      const relation = {
        place: storage,
        target,
        isMany: column.isMany,
        isBack: isBackRelation(own, storage),
      }
      const cell = storage.kind === 'own-key' ? { cell: raw(storage.column) } : {}
      return { id, name, form: 'id', relation, definition: own, isFilled: false, ...cell }
    }
    const form: Form = own ? formOf(own) : name === 'id' ? key : 'date'
    const cell = raw(layout.column(definition.id, id))
    const isFilled = own ? own.options.isRequired : definition.type !== 'Computed'
    return { id, name, form, cell, isFilled, ...(own && { definition: own }) }
  })
  return {
    id: definition.id,
    name: definition.name,
    from: (definition.type === 'Computed' ? rawComputed : raw)(layout.table(definition.id)),
    key: raw(layout.column(definition.id, 'id')),
    columns: new Map(columns.map((column) => [column.name, column])),
    definition,
  }
}

/** Neither side of a join table has a key, so the declared side counts as the one that holds the links. */
function isBackRelation(column: Column, { kind }: RelationPlace): boolean {
  if (kind !== 'join') return kind === 'their-key'
  return column.type === 'relation' && !column.options.isParent
}

/** Makes compiling any statement over the table throw, whichever table or rule leads to it. */
function unavailableTable(table: DataTable, refuse: () => Error): DataTable {
  return {
    ...table,
    get from(): Sql {
      throw refuse()
    },
  }
}

function formOf(column: Column): Form {
  switch (column.type) {
    case 'number':
      return column.options.hasDecimal ? 'decimal' : 'integer'
    case 'checkbox':
      return 'bool'
    case 'date':
      return 'date'
    case 'json':
    case 'image':
    case 'file':
      return 'json'
    case 'select':
      return column.options.hasMultiple ? 'json' : 'text'
    default:
      return 'text'
  }
}

/** The table must exist: an expression check or the caller has validated the name. */
export function tableNamed(model: DataModel, name: string): DataTable {
  const table = model.tables.get(name)
  if (!table) throw new Error('data model: checked name has no table')
  return table
}

export function columnNamed(table: DataTable, name: string): DataColumn {
  const column = table.columns.get(name)
  if (!column) throw new Error('data model: checked name has no column')
  return column
}

/** Stored columns that may be read at all; hashed ones never are. */
export function openColumns({ columns }: DataTable): readonly (DataColumn & { cell: Sql })[] {
  return [...columns.values()].flatMap((column) => {
    const { cell, definition } = column
    return cell && !(definition?.type === 'text' && definition.options.isHashed)
      ? [{ ...column, cell }]
      : []
  })
}
