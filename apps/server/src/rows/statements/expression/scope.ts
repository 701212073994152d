import type { DataModel, DataTable } from '../../../databases/sql/data-model.ts'
import { raw, type Sql } from '../../../foundation/platform/sql.ts'

/** A row that an expression refers to, with its alias in the statement. */
export interface RowRef {
  readonly table: DataTable
  readonly alias: Sql
  /** The number of to-many relations that lead here: the cost of a statement is the product of their lengths. */
  readonly manyHops?: number
  /** New ids of a relation, by column, which replace the stored links. */
  readonly links?: ReadonlyMap<string, readonly string[]>
  /** Linked rows that stay linked besides those, because the caller cannot see them. */
  readonly staysLinked?: (row: RowRef) => Sql
}

/** The rows bound so far, by the expression's own keys. */
export type Bindings = ReadonlyMap<string, RowRef>

/** The context in which one statement is compiled. */
export interface Scope {
  readonly model: DataModel
  readonly newAlias: () => string
  /** The condition for a related row to be visible to a caller's filter or sort. */
  readonly limit?: (row: RowRef) => Sql
  /** The condition for a caller's filter or sort to read a related row's id. */
  readonly limitId?: (row: RowRef) => Sql
  /** Whether the caller may see every id of a table. */
  readonly showsIds?: (table: DataTable) => boolean
}

export function newScope(model: DataModel, prefix = 'a'): Scope {
  let count = 0
  return { model, newAlias: () => `${prefix}${++count}` }
}

export function newRow(scope: Scope, table: DataTable): RowRef {
  return { table, alias: raw(scope.newAlias()) }
}

/** The scope for reading only the id of a relation: limited as when the row itself shows it. */
export function scopeOfIds({ model, newAlias, limitId }: Scope): Scope {
  return { model, newAlias, ...(limitId && { limit: limitId }) }
}

/** Whether a to-one key stored in the row must be looked up before its id may be read. */
export function hidesIds({ model, showsIds }: Scope, target: string): boolean {
  const table = model.tables.get(target)
  return showsIds !== undefined && table !== undefined && !showsIds(table)
}

/** Hops from which on the cost multiplies. */
const COSTLY_HOPS = 2

/** Whether the rows of a relation multiply those of another one. */
export const isCostly = ({ manyHops = 0 }: Pick<RowRef, 'manyHops'>): boolean =>
  manyHops >= COSTLY_HOPS

/** Limits the time of a statement that reads rows of such a relation, or every row of a table. */
export function inTime({ model: { dialect } }: Scope, value: Sql): readonly Sql[] {
  return dialect.isInTime ? [dialect.isInTime(value)] : []
}
