import { dropResets } from '../auth/profile-store.ts'
import type { Transaction } from '../platform/database.ts'
import { endSessionsOf } from '../platform/session-store.ts'
import { setDisabled } from './staff-state-store.ts'

/** Keeps somebody out from the next request on; a mailed link does not lead around it. */
export async function shutOut(transaction: Transaction, staffId: string): Promise<void> {
  await setDisabled(transaction, { staffId, disabled: true })
  await endSessionsOf(transaction, staffId)
  await dropResets(transaction, staffId)
}
