import type { Transaction } from '../../foundation/platform/database.ts'

/** The release that promotes. */
interface PromotedRelease {
  id: string
  environmentId: string
  by: string
}

/** Something besides the schema that a deploy brings from dev to production, matched by name. */
export interface Promotion {
  name: string
  /** Makes what was staged current, in the transaction that ends the deploy; answers the names of it. */
  promote(transaction: Transaction, release: PromotedRelease): Promise<string[]>
  /** Drops what was staged, whether it became current or not. */
  forget(transaction: Transaction, releaseId: string): Promise<void>
}
