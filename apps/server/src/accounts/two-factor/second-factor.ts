import type { PasskeyAssertion } from '@plinth/contract'
import type { Transaction } from '../../foundation/platform/database.ts'
import type { AccountsContext } from '../context.ts'
import type { ChallengeUse } from '../web-authn/challenge-store.ts'
import { recordUse } from '../web-authn/passkey-store.ts'
import { verifyAssertion } from '../web-authn/verify-passkey.ts'
import { checkCode } from './check-code.ts'

/** What a person sent as the second factor. A passkey is checked instead of the code. */
export interface GivenFactor {
  code?: string | undefined
  passkey?: PasskeyAssertion | undefined
}

export const hasGivenFactor = ({ code, passkey }: GivenFactor): boolean =>
  code !== undefined || passkey !== undefined

/** What to tell people whose second factor was refused, and in which field. */
export const refusedFactor = ({ passkey }: GivenFactor) =>
  passkey === undefined
    ? {
        path: 'code' as const,
        reason: 'wrong code',
        message: 'This code is wrong or was already used. Wait for the next one.',
      }
    : {
        path: 'passkey' as const,
        reason: 'wrong passkey',
        message: 'This passkey was not accepted. Try again, or enter a code.',
      }

/** Consumes the given factor in a transaction; false if it is wrong or was used before. */
type ConsumeFactor = (transaction: Transaction) => Promise<boolean>

/** Verifies a passkey's signature before the transaction that consumes the factor. */
export async function verifySecondFactor(
  context: Pick<AccountsContext, 'db' | 'env' | 'log' | 'vault'>,
  { given, use }: { given: GivenFactor; use: ChallengeUse },
): Promise<ConsumeFactor> {
  const { code = '', passkey: assertion } = given
  const { staffId } = use
  if (assertion === undefined) {
    return (transaction) => checkCode(context, transaction, { staffId, code })
  }
  const verified = await verifyAssertion(context, { use, assertion })
  return async (transaction) => verified !== undefined && recordUse(transaction, verified)
}
