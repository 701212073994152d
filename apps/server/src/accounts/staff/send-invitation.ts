import { INVITATION_HOURS } from '@plinth/contract'
import { hashToken } from '../../foundation/http/access/authenticate.ts'
import type { AccountsContext } from '../context.ts'
import { newToken } from '../passwords/new-token.ts'
import { invitationLink } from './invitation.ts'
import { setInvitationToken } from './invitation-store.ts'

/** Creates and mails the link in one step, so that only the mail has the token. */
export async function sendInvitation(
  { db, env, mailer }: Pick<AccountsContext, 'db' | 'env' | 'mailer'>,
  { invitationId, invocationId }: { invitationId: string; invocationId: string },
): Promise<void> {
  const token = newToken()
  const email = await setInvitationToken(db, { invitationId, tokenHash: hashToken(token) })
  if (email === undefined) return
  await mailer.send({
    to: email,
    subject: 'You are invited to Plinth',
    messageId: `<invitation-${invocationId}@plinth>`,
    text: [
      'You are invited to work with your organisation in Plinth.',
      '',
      `Open this link within ${INVITATION_HOURS} hours to choose your name and password; it works once:`,
      invitationLink(env.baseUrl, token),
      '',
      'If you did not expect it, ignore this mail: nothing changes.',
    ].join('\n'),
  })
}
