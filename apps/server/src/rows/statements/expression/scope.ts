import type { DataModel, DataTable } from '../../../databases/sql/data-model.ts'
import { raw, type Sql } from '../../../foundation/platform/sql.ts'

/** A row that an expression speaks of, under the alias it has in the statement. */
export interface RowRef {
  readonly table: DataTable
  readonly alias: Sql
  /** Ids that a relation is about to have, by column; what is stored does not count then. */
  readonly links?: ReadonlyMap<string, readonly string[]>
  /** Which linked rows stay so beside those, because whoever sends the ids is not shown them. */
  readonly staysLinked?: (row: RowRef) => Sql
}

/** The rows chosen so far, by the expression's own keys. */
export type Bindings = ReadonlyMap<string, RowRef>

/** What one statement is compiled with. */
export interface Scope {
  readonly model: DataModel
  readonly newAlias: () => string
  /** What a related row must meet to be looked at by a caller's filter or sort. */
  readonly limit?: (row: RowRef) => Sql
  /** What a related row must meet for a caller's filter or sort to read its id. */
  readonly limitId?: (row: RowRef) => Sql
  /** Whether the caller is shown every id of a table. */
  readonly showsIds?: (table: DataTable) => boolean
}

export function newScope(model: DataModel, prefix = 'a'): Scope {
  let count = 0
  return { model, newAlias: () => `${prefix}${++count}` }
}

export function newRow(scope: Scope, table: DataTable): RowRef {
  return { table, alias: raw(scope.newAlias()) }
}

/** The same statement where a relation is read for its id alone: as far as the row itself shows that. */
export function scopeOfIds({ model, newAlias, limitId }: Scope): Scope {
  return { model, newAlias, ...(limitId && { limit: limitId }) }
}

/** Whether a to-one relation that a row holds in its own cell has to be looked up before its id is read. */
export function hidesIds({ model, showsIds }: Scope, target: string): boolean {
  const table = model.tables.get(target)
  return showsIds !== undefined && table !== undefined && !showsIds(table)
}
