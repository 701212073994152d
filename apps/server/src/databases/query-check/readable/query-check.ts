import type { ReadableTable } from './readable-table.ts'

export interface QueryCheck {
  readonly database: 'sqlite3' | 'postgres'
  readonly query: string
  readonly tables: readonly ReadableTable[]
  /** How many values are bound to $1, $2 and so on; none unless given. */
  readonly parameters?: number
}
