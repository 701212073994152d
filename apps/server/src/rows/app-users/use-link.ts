import { Refusal } from '../../foundation/http/errors/refusal.ts'
import type { Transaction } from '../../foundation/platform/database.ts'
import type { Ask } from '../request/ask.ts'
import { type Account, findAccount } from './account.ts'
import { type LinkPurpose, takeAppLink } from './app-link-store.ts'

/** The account that a mailed link speaks for, as long as it still has the address the mail went to. */
export async function useLink(
  transaction: Transaction,
  ask: Ask,
  link: { tokenHash: Buffer; purpose: LinkPurpose },
): Promise<Account> {
  const { environment, table } = ask
  const place = { environmentId: environment.id, tableId: table.id }
  const taken = await takeAppLink(transaction, { ...link, ...place })
  const account = taken && (await findAccount(ask, { id: taken.userId }))
  if (!account || account.email !== taken.email) {
    throw new Refusal('invalid', 'This link was used already or is too old. Ask for a new one.')
  }
  return account
}
