import { getMailStatus as endpoint } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import { readDeliveryState } from '../../foundation/mail/mail-status-store.ts'
import type { AccountsContext } from '../context.ts'
import { hasTestMail } from './notice-store.ts'

/** Host and port of the mail server; the rest of its URL is secret. */
function serverOf(smtpUrl: string | undefined): string | null {
  if (smtpUrl === undefined) return null
  const { hostname, port, protocol } = new URL(smtpUrl)
  return `${hostname}:${port || (protocol === 'smtps:' ? 465 : 587)}`
}

export const getMailStatus = route(endpoint, async ({ staff }, { db, env }: AccountsContext) => {
  const { deliveredAt, failedAt, failure } = await readDeliveryState(db)
  return {
    server: serverOf(env.smtpUrl),
    from: env.mailFrom,
    lastDeliveredOn: deliveredAt?.toISOString() ?? null,
    lastFailedOn: failedAt?.toISOString() ?? null,
    lastFailure: failure,
    testPending: await hasTestMail(db, staff.id),
  }
})
