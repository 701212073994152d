import type { Transaction } from '../../foundation/platform/database.ts'
import type { AccountsContext } from '../context.ts'
import { stepOf } from './one-time-code.ts'
import { hashRecoveryCode } from './recovery-codes.ts'
import { findTwoFactor, type TwoFactor, takeRecoveryCode, useStep } from './two-factor-store.ts'

export const bindingOf = (staffId: string) => ['two-factor', staffId]

interface GivenCode {
  staffId: string
  code: string
}

/** Whether the authenticator app shows this code. Consumes it: no code works twice. */
async function checkStep(
  { vault }: Pick<AccountsContext, 'vault'>,
  transaction: Transaction,
  { staffId, code, secret }: GivenCode & Pick<TwoFactor, 'secret'>,
): Promise<boolean | undefined> {
  const opened = vault.open(secret, bindingOf(staffId))
  const step = stepOf({ secret: opened, code: code.replaceAll(' ', '') })
  return step === undefined ? undefined : useStep(transaction, { staffId, step })
}

/** Whether a code is that of the authenticator app that is being set up, which recovery codes do not replace. */
export async function checkFirstCode(
  context: Pick<AccountsContext, 'vault'>,
  transaction: Transaction,
  { secret, ...given }: GivenCode & Pick<TwoFactor, 'secret'>,
): Promise<boolean> {
  return (await checkStep(context, transaction, { ...given, secret })) ?? false
}

/**
 * Whether a code of the confirmed authenticator app or a recovery code is correct. Consumes it: no code works twice.
 * There are recovery codes only while two-factor authentication is on.
 */
export async function checkCode(
  context: Pick<AccountsContext, 'vault'>,
  transaction: Transaction,
  { staffId, code }: GivenCode,
): Promise<boolean> {
  const app = await findTwoFactor(transaction, staffId)
  const isRight = app?.confirmed
    ? await checkStep(context, transaction, { staffId, code, secret: app.secret })
    : undefined
  if (isRight !== undefined) return isRight
  const hash = hashRecoveryCode(staffId, code)
  return takeRecoveryCode(transaction, { staffId, hash })
}
