import { constants } from 'node:sqlite'
import type { ReadableTable } from '../readable/readable-table.ts'
import { ALLOWED_TABLE_FUNCTIONS, SQLITE_FUNCTIONS } from './allowed-functions.ts'

type Authorize = (action: number, first: string | null, second: string | null) => number

const { SQLITE_OK, SQLITE_DENY, SQLITE_SELECT, SQLITE_READ, SQLITE_FUNCTION, SQLITE_RECURSIVE } =
  constants

/** SQLite folds the case of ASCII letters in names only. */
const fold = (name: string) => name.replace(/[A-Z]/g, (letter) => letter.toLowerCase())

/** SQLite authorizer that allows reading the listed columns and calling the listed functions, nothing else. */
export class QueryAuthorizer {
  readonly #tables: ReadonlyMap<string, ReadonlySet<string> | undefined>
  #denied: string | undefined
  readonly #unreadNames = new Set<string>()

  constructor(tables: readonly ReadableTable[]) {
    this.#tables = new Map(
      tables.map((table) => [
        fold(table.name),
        'columns' in table ? new Set(table.columns.map(fold)) : undefined,
      ]),
    )
  }

  /** Why the last query was denied. */
  get denied(): string | undefined {
    return this.#denied
  }

  /** Names in FROM that are not listed tables and none of whose columns is read: WITH queries or existing objects. */
  get unreadNames(): readonly string[] {
    return [...this.#unreadNames]
  }

  readonly authorize: Authorize = (action, first, second) => {
    const fault = this.#findFault(action, { first: first ?? '', second: second ?? '' })
    if (fault === undefined) return SQLITE_OK
    this.#denied ??= fault
    return SQLITE_DENY
  }

  #findFault(action: number, { first, second }: { first: string; second: string }) {
    switch (action) {
      case SQLITE_SELECT:
      case SQLITE_RECURSIVE:
        return undefined
      case SQLITE_READ:
        return this.#findReadFault(first, second)
      case SQLITE_FUNCTION:
        return SQLITE_FUNCTIONS.has(fold(second))
          ? undefined
          : `The function "${second}" is not available in queries.`
      default:
        return 'Only a SELECT statement is allowed: a query cannot change anything.'
    }
  }

  #findReadFault(table: string, column: string): string | undefined {
    const name = fold(table)
    if (!this.#tables.has(name)) {
      if (ALLOWED_TABLE_FUNCTIONS.has(name)) return undefined
      if (column !== '') return `There is no table "${table}" that a query can read.`
      this.#unreadNames.add(table)
      return undefined
    }
    const columns = this.#tables.get(name)
    if (columns === undefined || column === '' || columns.has(fold(column))) return undefined
    return `The column "${column}" of "${table}" cannot be used in a query: it is hidden, hashed or not a field. Name the columns one by one instead of *.`
  }
}
