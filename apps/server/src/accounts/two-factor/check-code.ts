import type { Transaction } from '../../foundation/platform/database.ts'
import type { AccountsContext } from '../context.ts'
import { stepOf } from './one-time-code.ts'
import { hashRecoveryCode } from './recovery-codes.ts'
import { findTwoFactor, takeRecoveryCode, useStep } from './two-factor-store.ts'

export const bindingOf = (staffId: string) => ['two-factor', staffId]

/** Whether a code is correct. Consumes it: no code works twice. */
export async function checkCode(
  { vault }: Pick<AccountsContext, 'vault'>,
  transaction: Transaction,
  { staffId, code }: { staffId: string; code: string },
): Promise<boolean> {
  const twoFactor = await findTwoFactor(transaction, staffId)
  if (!twoFactor) return false
  const secret = vault.open(twoFactor.secret, bindingOf(staffId))
  const step = stepOf({ secret, code: code.replaceAll(' ', '') })
  if (step !== undefined) return useStep(transaction, { staffId, step })
  const hash = hashRecoveryCode(staffId, code)
  return twoFactor.confirmed && takeRecoveryCode(transaction, { staffId, hash })
}
