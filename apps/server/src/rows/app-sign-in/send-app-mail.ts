import { Email, renderAppMail } from '@plinth/contract'
import type { LimitedAppMail } from '../../accounts/passwords/app-mail-limit.ts'
import { newToken } from '../../accounts/passwords/new-token.ts'
import { hashToken } from '../../foundation/http/access/authenticate.ts'
import { isPermanentRefusal } from '../../foundation/mail/is-permanent-refusal.ts'
import { findAccount } from '../app-users/account.ts'
import { findAppName, replaceAppLink } from '../app-users/app-link-store.ts'
import { type AppMail, readAppMail } from '../app-users/app-mail.ts'
import { appOriginOf } from '../app-users/app-origin-of.ts'
import { withAuthTable } from '../app-users/with-auth-table.ts'
import type { RowsContext } from '../context.ts'
import { findSignIn, wordsOfMail } from './app-sign-in-store.ts'

/** The account that a queued mail is for; undefined if there is none, or it is verified already. */
async function findRecipient(context: RowsContext, mail: AppMail) {
  if (!context.stoppedProjects.isOpen(mail.projectId)) return undefined
  return withAuthTable(context, mail, async (found) => {
    const account = await findAccount(found, { email: mail.email })
    const isDone = mail.purpose === 'verify' && account?.verified
    if (!account || isDone || !Email.safeParse(account.email).success) return undefined
    return { account, environmentId: found.environment.id, table: found.table.name }
  })
}

/** Sends the mail. What the mail server refuses for good is logged; else it is not counted, and tried again. */
async function deliver(
  { log, mailer, signInLimit }: RowsContext,
  mail: Parameters<RowsContext['mailer']['send']>[0],
  { limit, about }: { limit: LimitedAppMail; about: object },
): Promise<void> {
  try {
    await mailer.send(mail)
  } catch (error) {
    if (isPermanentRefusal(error)) {
      log.warn({ err: error, ...about }, 'app-mail: refused by the mail server')
      return
    }
    await signInLimit.refundMail(limit)
    throw error
  }
}

/** Creates the link and mails it in one step, so that the token is stored nowhere but in the mail. */
export async function sendAppMail(
  context: RowsContext,
  { key, invocationId }: { key: string; invocationId: string },
): Promise<void> {
  const { db, env, log, mailer, signInLimit } = context
  const asked = readAppMail(key)
  const { projectId, purpose, tableId } = asked
  const recipient = await findRecipient(context, asked)
  if (!recipient) return
  const { account, environmentId, table } = recipient
  const about = { environmentId, table }
  if (!mailer.configured && !env.development) {
    log.warn(about, 'app-mail: not sent, no mail server is configured')
    return
  }
  const { email } = account
  // Signing up makes a network known too, and proves nothing about the address.
  const isOwn = asked.isKnown && account.verified
  const limit = { kind: purpose, projectId, email, isOwn }
  // Before the link is replaced, so that the one in the last mail stays valid.
  if (!(await signInLimit.takeMail(limit))) {
    log.warn(about, 'app-mail: not sent, too many mails in this hour')
    return
  }
  const token = newToken()
  const userId = account.id
  const link = { tokenHash: hashToken(token), environmentId, tableId, userId, purpose, email }
  await replaceAppLink(db, link)
  const base = await appOriginOf(context, environmentId)
  // The fragment never reaches a server, a proxy's log or a referrer.
  const address = `${base}/auth/${encodeURIComponent(table)}/${purpose}#${token}`
  if (!mailer.configured) {
    log.info({ link: address }, 'app-mail: no mail server is configured, logging the link instead')
    return
  }
  const app = await findAppName(db, environmentId)
  const values = { code: token, link: address, app, email, host: new URL(env.baseUrl).host }
  const words = wordsOfMail(await findSignIn(db, { environmentId, tableId }), purpose)
  const filled = renderAppMail(purpose, words, values)
  const sent = { ...filled, to: email, messageId: `<app-${invocationId}@plinth>` }
  await deliver(context, sent, { limit, about })
}
