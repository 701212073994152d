import { dropPersonalKeysOf } from '../../foundation/callers/personal-key-store.ts'
import { endSessionsOf } from '../../foundation/callers/session-store.ts'
import type { Transaction } from '../../foundation/platform/database.ts'
import { dropResets } from '../passwords/profile-store.ts'
import { setDisabled } from './staff-state-store.ts'

/** Disables the account, ends its sessions and revokes its personal keys and reset links. */
export async function disableAccount(transaction: Transaction, staffId: string): Promise<void> {
  await setDisabled(transaction, { staffId, disabled: true })
  await endSessionsOf(transaction, staffId)
  await dropPersonalKeysOf(transaction, staffId)
  await dropResets(transaction, staffId)
}
