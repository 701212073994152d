import type { Transaction } from '../../foundation/platform/database.ts'
import type { AccountsContext } from '../context.ts'
import { stepOf } from './one-time-code.ts'
import { hashRecoveryCode } from './recovery-codes.ts'
import { findTwoStep, takeRecoveryCode, useStep } from './two-step-store.ts'

export const bindingOf = (staffId: string) => ['two-step', staffId]

/** Whether a code is right, and uses it up: none works twice. */
export async function checkCode(
  { vault }: Pick<AccountsContext, 'vault'>,
  transaction: Transaction,
  { staffId, code }: { staffId: string; code: string },
): Promise<boolean> {
  const twoStep = await findTwoStep(transaction, staffId)
  if (!twoStep) return false
  const secret = vault.open(twoStep.secret, bindingOf(staffId))
  const step = stepOf({ secret, code: code.replaceAll(' ', '') })
  if (step !== undefined) return useStep(transaction, { staffId, step })
  const hash = hashRecoveryCode(staffId, code)
  return twoStep.confirmed && takeRecoveryCode(transaction, { staffId, hash })
}
