import { ApiError } from '../../foundation/http/errors/api-error.ts'
import type { Transaction } from '../../foundation/platform/database.ts'
import type { RowRequest } from '../request/row-request.ts'
import { type Account, findAccount } from './account.ts'
import { consumeAppLink, type LinkPurpose } from './app-link-store.ts'

/** Consumes a mailed link and returns its account. Throws if the link is invalid or the address has changed since. */
export async function consumeLink(
  transaction: Transaction,
  rowRequest: RowRequest,
  link: { tokenHash: Buffer; purpose: LinkPurpose },
): Promise<Account> {
  const { environment, table } = rowRequest
  const key = { environmentId: environment.id, tableId: table.id }
  const consumed = await consumeAppLink(transaction, { ...link, ...key })
  const account = consumed && (await findAccount(rowRequest, { id: consumed.userId }))
  if (!account || account.email !== consumed.email) {
    throw new ApiError('invalid', 'This link was used already or is too old. Ask for a new one.')
  }
  return account
}
