import { type AppSession, confirmUserCode as endpoint } from '@plinth/contract'
import { tryPassword } from '../../accounts/passwords/try-password.ts'
import { hashToken } from '../../foundation/http/access/authenticate.ts'
import type { RequestInfo } from '../../foundation/http/calls/call.ts'
import { route } from '../../foundation/http/calls/route.ts'
import { ApiError } from '../../foundation/http/errors/api-error.ts'
import { type Account, findAccount, normaliseEmail, readAccount } from '../app-users/account.ts'
import { openCheckedSession } from '../app-users/open-checked-session.ts'
import { signInAttemptOf, withAccounts } from '../app-users/with-accounts.ts'
import type { RowsContext } from '../context.ts'
import { type CallingAddress, callingAddress } from '../request/calling-address.ts'
import type { RowRequest } from '../request/row-request.ts'
import { consumeCode, consumeTicket, countTry } from './app-code-store.ts'
import { requireCodes } from './ask-user-code.ts'
import { createProvedAccount, takeOver } from './proved-account.ts'

const wrong = () =>
  new ApiError('unauthenticated', 'The code is wrong, was used or is too old. Ask for a new one.')

/** Whose address was proved: an account, or nobody yet. */
interface Proved {
  account: Account | undefined
  email: string
}

/** Checks a typed code; an unknown address takes as long as a known one. */
async function proveByCode(
  rowRequest: RowRequest,
  { email, code, address }: { email: string; code: string; address: CallingAddress },
): Promise<Proved> {
  const { context, environment, table } = rowRequest
  const attempt = await context.signInLimit.attempt(signInAttemptOf(rowRequest, { email, address }))
  const account = await findAccount(rowRequest, { email })
  const known = account?.email ?? normaliseEmail(email)
  const key = { environmentId: environment.id, tableId: table.id, email: known }
  const stored = await countTry(context.db, key)
  const typed = code.replace(/[\s-]/g, '')
  const right = await tryPassword(attempt, { stored: stored?.codeHash, password: typed })
  if (!stored || !right || stored.userId !== (account?.id ?? null)) throw wrong()
  if (!(await consumeCode(context.db, { ...key, codeHash: stored.codeHash }))) throw wrong()
  await attempt.refund()
  return { account, email: known }
}

async function proveByTicket(rowRequest: RowRequest, ticket: string): Promise<Proved> {
  const { context, environment, table } = rowRequest
  const key = { environmentId: environment.id, tableId: table.id }
  const used = await consumeTicket(context.db, { ...key, ticketHash: hashToken(ticket) })
  if (!used) throw wrong()
  const account = await findAccount(rowRequest, { email: used.email })
  // The address may have got another account since, or none.
  if (used.userId !== (account?.id ?? null)) throw wrong()
  return { account, email: used.email }
}

async function signInProved(
  rowRequest: RowRequest,
  { account, email, request }: Proved & { request: RequestInfo },
): Promise<AppSession> {
  const proved = account
    ? await takeOver(rowRequest, account)
    : await createProvedAccount(rowRequest, { email, request })
  const session = proved && (await openCheckedSession(rowRequest, proved))
  const user = session && (await readAccount(rowRequest, proved.id))
  if (!user) throw wrong()
  return { ...session, user }
}

/** The code is consumed first: if the process dies after it, the user asks for another one. */
export const confirmUserCode = route(endpoint, (call, context: RowsContext) =>
  withAccounts({ call, context, use: 'write' }, async (rowRequest) => {
    const { body } = call
    const settings = await requireCodes(rowRequest)
    const address = await callingAddress(rowRequest, call.request)
    const proved =
      'ticket' in body
        ? await proveByTicket(rowRequest, body.ticket)
        : await proveByCode(rowRequest, { ...body, address })
    const who = signInAttemptOf(rowRequest, { email: proved.email, address })
    if (!proved.account) {
      if (!settings.createsAccounts) throw wrong()
      await context.signInLimit.signUp(who)
    }
    const session = await signInProved(rowRequest, { ...proved, request: call.request })
    await context.signInLimit.remember(who)
    return session
  }),
)
