import type { DataModel, DataTable } from './data-model.ts'
import { raw, type Sql } from './sql.ts'

/** A row that an expression speaks of, under the alias it has in the statement. */
export interface RowRef {
  readonly table: DataTable
  readonly alias: Sql
  /** Ids that a relation is about to have, by column; what is stored does not count then. */
  readonly links?: ReadonlyMap<string, readonly string[]>
}

/** The rows chosen so far, by the expression's own keys. */
export type Bindings = ReadonlyMap<string, RowRef>

/** What one statement is compiled with. */
export interface Scope {
  readonly model: DataModel
  readonly newAlias: () => string
  /** What a related row must meet to be looked at by a caller's filter or sort. */
  readonly limit?: (row: RowRef) => Sql
}

export function newScope(model: DataModel, prefix = 'a'): Scope {
  let count = 0
  return { model, newAlias: () => `${prefix}${++count}` }
}

export function newRow(scope: Scope, table: DataTable): RowRef {
  return { table, alias: raw(scope.newAlias()) }
}

/** The same statement, looking at every row. */
export function unlimited({ model, newAlias }: Scope): Scope {
  return { model, newAlias }
}
