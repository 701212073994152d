import type { Table } from '@plinth/contract'
import type { Random } from './random.ts'

/** A configuration's tables while the random generator edits them. */
export interface Draft {
  tables: Table[]
  random: Random
  newId: () => string
}
