import { Email } from '@plinth/contract'
import { newToken } from '../../accounts/passwords/new-token.ts'
import { hashToken } from '../../foundation/http/access/authenticate.ts'
import { originOfHost } from '../../foundation/http/origins/app-origin.ts'
import { isPermanentRefusal } from '../../foundation/mail/is-permanent-refusal.ts'
import type { RowsContext } from '../context.ts'
import { findAccount } from './account.ts'
import { findAppHost, LINK_MINUTES, type LinkPurpose, replaceAppLink } from './app-link-store.ts'
import { type AppMail, readAppMail } from './app-mail.ts'
import { withAuthTable } from './with-auth-table.ts'

const WORDS: Readonly<Record<LinkPurpose, { subject: string; reason: string; ignore: string }>> = {
  verify: {
    subject: 'Confirm your email address',
    reason: 'This address was given for a new account.',
    ignore: 'If it was not you, ignore this mail.',
  },
  reset: {
    subject: 'Choose a new password',
    reason: 'Somebody, probably you, asked for a new password.',
    ignore: 'If it was not you, ignore this mail: nothing changes.',
  },
}

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

/** Creates the link and mails it in one step, so that the token is stored nowhere but in the mail. */
export async function sendAppMail(
  context: RowsContext,
  { key, invocationId }: { key: string; invocationId: string },
): Promise<void> {
  const { db, env, log, mailer } = context
  const mail = readAppMail(key)
  const recipient = await findRecipient(context, mail)
  if (!recipient) return
  const { account, environmentId, table } = recipient
  if (!mailer.configured && !env.development) {
    log.warn({ environmentId, table }, 'app-mail: not sent, no mail server is configured')
    return
  }
  const token = newToken()
  await replaceAppLink(db, {
    tokenHash: hashToken(token),
    environmentId,
    tableId: mail.tableId,
    userId: account.id,
    purpose: mail.purpose,
    email: account.email,
  })
  const host = await findAppHost(db, environmentId)
  const base = host === undefined ? env.baseUrl : originOfHost(host)
  // The fragment never reaches a server, a proxy's log or a referrer.
  const link = `${base}/auth/${encodeURIComponent(table)}/${mail.purpose}#${token}`
  if (!mailer.configured) {
    log.info({ link }, 'app-mail: no mail server is configured, logging the link instead')
    return
  }
  const words = WORDS[mail.purpose]
  const sent = mailer.send({
    to: account.email,
    subject: words.subject,
    messageId: `<app-${invocationId}@plinth>`,
    text: [
      words.reason,
      '',
      `Open this link within ${LINK_MINUTES} minutes; it works once:`,
      link,
      '',
      `Or give the app this code: ${token}`,
      '',
      words.ignore,
    ].join('\n'),
  })
  await sent.catch((error: unknown) => {
    if (!isPermanentRefusal(error)) throw error
    log.warn({ err: error, environmentId, table }, 'app-mail: refused by the mail server')
  })
}
