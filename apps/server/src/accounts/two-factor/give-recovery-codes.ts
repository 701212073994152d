import type { Transaction } from '../../foundation/platform/database.ts'
import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes.ts'
import { replaceRecoveryCodes } from './two-factor-store.ts'

/** Replaces the recovery codes of an account; only their hashes are stored. */
export async function giveRecoveryCodes(
  transaction: Transaction,
  staffId: string,
): Promise<string[]> {
  const codes = newRecoveryCodes()
  const hashes = codes.map((code) => hashRecoveryCode(staffId, code))
  await replaceRecoveryCodes(transaction, { staffId, hashes })
  return codes
}
