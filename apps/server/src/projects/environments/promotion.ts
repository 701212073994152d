import type { Transaction } from '../../foundation/platform/database.ts'

/** The release of a promotion. */
interface PromotedRelease {
  id: string
  environmentId: string
  by: string
}

/** A kind of item besides the schema that a deploy copies from dev to production, matched by name. */
export interface Promotion {
  name: string
  /** Applies the staged items in the transaction that ends the deploy; returns their names. */
  promote(transaction: Transaction, release: PromotedRelease): Promise<string[]>
  /** Deletes the staged items, whether they were applied or not. */
  forget(transaction: Transaction, releaseId: string): Promise<void>
}
