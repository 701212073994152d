import type { Transaction } from '../platform/database.ts'
import type { ReleaseRecord } from './release-store.ts'

/** Something besides the schema that a deploy brings from dev to production, matched by name. */
export interface Promotion {
  name: string
  promote(transaction: Transaction, release: ReleaseRecord): Promise<void>
}

/** Workflows and credentials join here; each is promoted in the transaction that ends the deploy. */
export const promotions: Promotion[] = []
