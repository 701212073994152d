import { findUnsafeWord } from './find-unsafe-word.ts'
import type { ReadableTable } from './readable-table.ts'

export interface QueryCheck {
  readonly database: 'sqlite3' | 'postgres'
  readonly query: string
  readonly tables: readonly ReadableTable[]
  /** How many values are bound to $1, $2 and so on; none unless given. */
  readonly parameters?: number
}

/**
 * Why the query is refused: one sentence for the developer without any stored value.
 * Undefined if the query passes.
 */
export async function checkQuery({ query }: QueryCheck): Promise<string | undefined> {
  return findUnsafeWord(query)
}
