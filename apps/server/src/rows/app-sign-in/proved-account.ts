import { Row } from '@plinth/contract'
import * as z from 'zod'
import { newToken } from '../../accounts/passwords/new-token.ts'
import type { RequestInfo } from '../../foundation/http/calls/call.ts'
import { readStored } from '../../foundation/platform/stored-json.ts'
import {
  type Account,
  changeAccount,
  findAccount,
  replaceByUnknownPassword,
} from '../app-users/account.ts'
import { rejectDisabled } from '../app-users/reject-disabled.ts'
import type { RowRequest } from '../request/row-request.ts'
import { createOne } from '../write/create-row.ts'
import { forgetUsers } from '../write/end-user-sessions.ts'
import { asCreatingGuest } from './as-creating-guest.ts'

const Created = z.object({ data: Row })

/** Nobody knows this password; the user can set one by a reset. */
const newPassword = () => newToken()

/** Creates the account of a proved address if the create rule allows it to guests; throws 403 otherwise. */
export async function createProvedAccount(
  rowRequest: RowRequest,
  { email, request }: { email: string; request: RequestInfo },
): Promise<Account | undefined> {
  const body = { email, password: newPassword() }
  const created = await createOne(await asCreatingGuest(rowRequest, { request, body }), body)
  const { id } = readStored(Created, created, 'new account').data
  await changeAccount(rowRequest, { id, verified: true })
  return findAccount(rowRequest, { id })
}

/**
 * Marks a proved address as verified. Who set the password, opened the sessions, linked the identities and added the
 * passkeys of an unverified account need not be the owner of the address, so that all of them end.
 */
export async function takeOver(rowRequest: RowRequest, account: Account): Promise<Account> {
  await rejectDisabled(rowRequest, account.id)
  if (account.verified) return account
  const taken = await replaceByUnknownPassword(rowRequest, account)
  await forgetUsers(rowRequest.context, rowRequest, [account.id])
  return taken
}
