import { fillCodeMail, footerOfCodeMail } from '@plinth/contract'
import { isPermanentRefusal } from '../../foundation/mail/is-permanent-refusal.ts'
import type { RowsContext } from '../context.ts'
import { findUnsentCode, markCodeSent } from './app-code-store.ts'
import { findSignIn } from './app-sign-in-store.ts'
import { type CodeTask, openMailed } from './create-mailed-code.ts'

/** Mails the code of a task. Retries send the same code and end with its expiry. */
export async function sendCodeMail(
  context: RowsContext,
  { mailId }: Pick<CodeTask, 'mailId'>,
): Promise<void> {
  const { db, env, log, mailer, stoppedProjects } = context
  const unsent = await findUnsentCode(db, mailId)
  if (!unsent || !stoppedProjects.isOpen(unsent.projectId)) return
  const { environmentId, tableId } = unsent
  const settings = await findSignIn(db, { environmentId, tableId })
  if (!settings.byCode) return
  const { code, token } = openMailed(context, { mailId, sealed: unsent.sealed })
  // The fragment never reaches a server, a proxy's log or a referrer.
  const link = `${env.baseUrl}/user-link#${token}`
  if (mailer.configured) {
    const footer = footerOfCodeMail({ app: unsent.app, host: new URL(env.baseUrl).host })
    const mail = {
      to: unsent.email,
      subject: fillCodeMail(settings.mailSubject, { code, link }),
      messageId: `<app-${mailId}@plinth>`,
      text: `${fillCodeMail(settings.mailText, { code, link })}\n\n${footer}`,
    }
    await mailer.send(mail).catch((error: unknown) => {
      if (!isPermanentRefusal(error)) throw error
      log.warn({ err: error, environmentId, tableId }, 'code-mail: refused by the mail server')
    })
  } else {
    log.info({ code, link }, 'code-mail: no mail server is configured, logging the code instead')
  }
  await markCodeSent(db, mailId)
}
