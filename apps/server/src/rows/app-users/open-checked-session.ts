import { endAppSession } from '../../foundation/callers/app-session-store.ts'
import { hashAppToken } from '../../foundation/http/access/authenticate.ts'
import type { Transaction } from '../../foundation/platform/database.ts'
import type { RowRequest } from '../request/row-request.ts'
import { type Account, findAccount } from './account.ts'
import { openAppSession } from './app-token.ts'

/**
 * Opens a session if the account is still as given. A change of the password ends the sessions that are open, so that one
 * which opens meanwhile must end itself. Undefined if it did, or if `prove`, in the transaction that opens it, is false.
 */
export async function openCheckedSession(
  rowRequest: RowRequest,
  account: Account,
  prove?: (transaction: Transaction) => Promise<boolean>,
): Promise<{ token: string; expiresOn: string } | undefined> {
  const { context, environment, table } = rowRequest
  const { db, appSessions } = context
  const bound = { environmentId: environment.id, tableId: table.id, userId: account.id }
  const session = prove
    ? await db.transaction(async (transaction) =>
        (await prove(transaction)) ? openAppSession(transaction, bound) : undefined,
      )
    : await openAppSession(db, bound)
  if (!session) return undefined
  const now = await findAccount(rowRequest, { id: account.id })
  if (now && now.passwordHash === account.passwordHash && now.email === account.email)
    return session
  const hashes = hashAppToken(session.token)
  appSessions.forget(await db.transaction((transaction) => endAppSession(transaction, hashes)))
  return undefined
}
