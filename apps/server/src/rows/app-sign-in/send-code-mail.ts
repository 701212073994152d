import { randomInt } from 'node:crypto'
import { Email, fillCodeMail } from '@plinth/contract'
import { newToken } from '../../accounts/passwords/new-token.ts'
import { hashPassword } from '../../accounts/passwords/passwords.ts'
import { hashToken } from '../../foundation/http/access/authenticate.ts'
import { findAccount, normaliseEmail } from '../app-users/account.ts'
import { isUserDisabled } from '../app-users/disabled-user-store.ts'
import { withAuthTable } from '../app-users/with-auth-table.ts'
import type { RowsContext } from '../context.ts'
import { replaceCode } from './app-code-store.ts'
import { findSignIn } from './app-sign-in-store.ts'
import { readCodeMail } from './code-mail.ts'

/** Eight digits: with five tries per code, and the limits per account, guessing is hopeless. */
const newCode = () => String(randomInt(100_000_000)).padStart(8, '0')

/** Who gets the mail, undefined if nobody does: the account, or a new user where codes create accounts. */
async function findRecipient(context: RowsContext, key: string) {
  const { email: typed, redirect, ...place } = readCodeMail(key)
  return withAuthTable(context, place, async (open) => {
    const environmentId = open.environment.id
    const settings = await findSignIn(context.db, { environmentId, tableId: open.table.id })
    if (!settings.byCode) return undefined
    const account = await findAccount(open, { email: typed })
    if (!account && !settings.createsAccounts) return undefined
    const bound = { environmentId, tableId: open.table.id }
    if (account && (await isUserDisabled(context.db, { ...bound, userId: account.id })))
      return undefined
    const email = account?.email ?? normaliseEmail(typed)
    if (!Email.safeParse(email).success) return undefined
    const table = open.table.name
    return { email, userId: account?.id, environmentId, table, tableId: place.tableId, settings }
  }).then((found) => found && { ...found, redirect })
}

/** Creates the code and mails it in one step, so that it is stored nowhere but in the mail. */
export async function sendCodeMail(
  context: RowsContext,
  { key, invocationId }: { key: string; invocationId: string },
): Promise<void> {
  const { db, env, log, mailer } = context
  const recipient = await findRecipient(context, key)
  if (!recipient) return
  const { settings, table, ...bound } = recipient
  const { environmentId } = bound
  if (!mailer.configured && !env.development) {
    log.warn({ environmentId, table }, 'code-mail: not sent, no mail server is configured')
    return
  }
  const code = newCode()
  const token = newToken()
  const hashes = { codeHash: await hashPassword(code), linkHash: hashToken(token) }
  await replaceCode(db, { ...bound, ...hashes })
  // The fragment never reaches a server, a proxy's log or a referrer.
  const link = `${env.baseUrl}/user-link#${token}`
  if (!mailer.configured) {
    log.info({ code, link }, 'code-mail: no mail server is configured, logging the code instead')
    return
  }
  await mailer.send({
    to: bound.email,
    subject: fillCodeMail(settings.mailSubject, { code, link }),
    messageId: `<app-${invocationId}@plinth>`,
    text: fillCodeMail(settings.mailText, { code, link }),
  })
}
