import { endSessionsOf } from '../../foundation/callers/session-store.ts'
import type { Transaction } from '../../foundation/platform/database.ts'
import { dropResets } from '../passwords/profile-store.ts'
import { setDisabled } from './staff-state-store.ts'

/** Keeps somebody out from the next request on; a mailed link does not lead around it. */
export async function shutOut(transaction: Transaction, staffId: string): Promise<void> {
  await setDisabled(transaction, { staffId, disabled: true })
  await endSessionsOf(transaction, staffId)
  await dropResets(transaction, staffId)
}
