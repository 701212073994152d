import { hashToken } from '../../foundation/http/access/authenticate.ts'
import type { AccountsContext } from '../context.ts'
import { newToken } from '../passwords/new-token.ts'
import { findUnconfirmedEmail } from '../sign-in/staff-store.ts'
import { passwordLink, replaceReset } from './password-reset-store.ts'

const CONFIRMATION_HOURS = 72

/**
 * Mails the link that confirms the address of an account that an owner created. The recipient chooses a password with
 * it, so that the one who created the account does not know it.
 */
export async function sendConfirmation(
  { db, env, mailer }: Pick<AccountsContext, 'db' | 'env' | 'mailer'>,
  { staffId, invocationId }: { staffId: string; invocationId: string },
): Promise<void> {
  const email = await findUnconfirmedEmail(db, staffId)
  if (email === undefined) return
  const token = newToken()
  const minutes = CONFIRMATION_HOURS * 60
  await db.transaction((transaction) =>
    replaceReset(transaction, { tokenHash: hashToken(token), staffId, minutes }),
  )
  await mailer.send({
    to: email,
    subject: 'Confirm your address for Plinth',
    messageId: `<confirmation-${invocationId}@plinth>`,
    text: [
      'A member of your organisation created an account for you in Plinth.',
      '',
      `Open this link within ${CONFIRMATION_HOURS} hours to confirm your address and choose your password; it works once:`,
      passwordLink(env.baseUrl, token),
      '',
      'If you did not expect it, ignore this mail: the account cannot be used without the link.',
    ].join('\n'),
  })
}
