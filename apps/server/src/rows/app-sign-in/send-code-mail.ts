import { renderAppMail } from '@plinth/contract'
import { isPermanentRefusal } from '../../foundation/mail/is-permanent-refusal.ts'
import type { RowsContext } from '../context.ts'
import { findUnsentCode, markCodeSent } from './app-code-store.ts'
import { findSignIn, wordsOfMail } from './app-sign-in-store.ts'
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
    const { app, email } = unsent
    const values = { code, link, app, email, host: new URL(env.baseUrl).host }
    const words = renderAppMail('code', wordsOfMail(settings, 'code'), values)
    const mail = mailer.send({ ...words, to: email, messageId: `<app-${mailId}@plinth>` })
    await mail.catch((error: unknown) => {
      if (!isPermanentRefusal(error)) throw error
      log.warn({ err: error, environmentId, tableId }, 'code-mail: refused by the mail server')
    })
  } else {
    log.info({ code, link }, 'code-mail: no mail server is configured, logging the code instead')
  }
  await markCodeSent(db, mailId)
}
