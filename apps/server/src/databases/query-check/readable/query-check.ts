import type { ReadableTable } from './readable-table.ts'

export interface QueryCheck {
  readonly database: 'sqlite3' | 'postgres'
  readonly query: string
  readonly tables: readonly ReadableTable[]
  /** Number of values bound to $1, $2 and so on; 0 if omitted. */
  readonly parameters?: number
  /** Whose queries wait together, such as an environment. */
  readonly key?: string
  /** Throws 429 if too many of the key wait, instead of waiting behind them. */
  readonly isBounded?: boolean
}
