import { hashToken } from '../../foundation/http/access/authenticate.ts'
import type { AccountsContext } from '../context.ts'
import { newToken } from '../passwords/new-token.ts'
import { findStaffEmail } from '../sign-in/staff-store.ts'
import { passwordLink, RESET_MINUTES, replaceReset } from './password-reset-store.ts'

/** Creates and mails the link in one step, so that only the mail has the token. */
export async function sendPasswordReset(
  { db, env, log, mailer }: Pick<AccountsContext, 'db' | 'env' | 'log' | 'mailer'>,
  { staffId, invocationId }: { staffId: string; invocationId: string },
): Promise<void> {
  const email = await findStaffEmail(db, staffId)
  if (email === undefined) return
  if (!mailer.configured && !env.development) {
    log.warn({ staffId }, 'password-reset: no mail server configured, link not sent')
    return
  }
  const token = newToken()
  await db.transaction((transaction) =>
    replaceReset(transaction, { tokenHash: hashToken(token), staffId, minutes: RESET_MINUTES }),
  )
  const link = passwordLink(env.baseUrl, token)
  if (!mailer.configured) {
    log.info({ link }, 'password-reset: no mail server configured, open this link')
    return
  }
  await mailer.send({
    to: email,
    subject: 'Choose a new password for Plinth',
    messageId: `<reset-${invocationId}@plinth>`,
    text: [
      'Somebody, probably you, asked for a new password.',
      '',
      `Open this link within ${RESET_MINUTES} minutes; it works once:`,
      link,
      '',
      'If it was not you, ignore this mail: nothing changes.',
    ].join('\n'),
  })
}
