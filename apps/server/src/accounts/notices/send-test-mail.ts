import { sendTestMail as endpoint } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import { ApiError } from '../../foundation/http/errors/api-error.ts'
import type { AccountsContext } from '../context.ts'
import { addNotice } from './add-notice.ts'

/** The worker sends it like any other mail, so that its result is that of real mails. */
export const sendTestMail = route(
  endpoint,
  async ({ staff, request, mutate }, { mailer, signInLimit, durable }: AccountsContext) => {
    if (!mailer.configured) {
      throw new ApiError(
        'conflict',
        'No mail server is configured. Set PLINTH_SMTP_URL and restart the server.',
      )
    }
    await signInLimit.askForMail({ email: staff.email, ip: request.ip })
    const answer = await mutate(async (transaction) => {
      await addNotice(transaction, { kind: 'test', to: staff, request })
      return {
        answer: {},
        audit: { action: 'sent a test mail', entity: 'staff', entityId: staff.id },
      }
    })
    durable.wake()
    return answer
  },
)
