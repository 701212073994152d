import type { Table } from '@plinth/contract'
import type { Random } from './random.ts'

/** A configuration's tables while dice decide on them. */
export interface Draft {
  tables: Table[]
  random: Random
  newId: () => string
}
