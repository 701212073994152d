import { requestPasswordReset as endpoint } from '@plinth/contract'
import { addToOutbox } from '../../foundation/durable/outbox-store.ts'
import { route } from '../../foundation/http/calls/route.ts'
import { ApiError } from '../../foundation/http/errors/api-error.ts'
import type { AccountsContext } from '../context.ts'
import { findStaffByEmail } from '../sign-in/staff-store.ts'
import { findOnlyProvider } from '../sso-only/find-only-provider.ts'

/** The mail is sent by a task, so that neither the answer nor its timing reveals whether the account exists. */
export const requestPasswordReset = route(
  endpoint,
  async ({ body, request, mutate }, context: AccountsContext) => {
    const { db, env, mailer, signInLimit, durable } = context
    // In development the link is logged.
    if (!mailer.configured && !env.development) {
      throw new ApiError(
        'conflict',
        'This server sends no mail, because no mail server is configured. Ask its operator for a new password: npx plinth-server staff reset-password EMAIL prints one.',
      )
    }
    await signInLimit.askForMail({ email: body.email, ip: request.ip })
    const staff = await findStaffByEmail(db, body.email)
    const isOnly = (await findOnlyProvider(context, db)) !== undefined
    // Break-glass accounts get none either: mailboxes often belong to the provider that they must not depend on.
    const isAllowed = staff && !staff.disabled && !isOnly
    await mutate(async (transaction) => {
      if (isAllowed) await addToOutbox(transaction, { topic: 'sendPasswordReset', key: staff.id })
      return {
        answer: {},
        audit: { action: 'asked for a password link', entity: 'staff', entityId: staff?.id ?? '' },
      }
    })
    durable.wake()
    return {}
  },
)
