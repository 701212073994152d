import { createHash } from 'node:crypto'
import { openLimiter, trySpend } from '../../../../accounts/passwords/limiter.ts'
import type { Database } from '../../../../foundation/platform/database.ts'

/** Mails about connections of a project to one address in a day. */
const MAX_WARNING_MAILS = 100
const DAY_SECONDS = 86_400

interface LimitedWarning {
  projectId: string
  email: string
}

/** Limits the length: an address may be longer than what is left of the column. */
const recipientKey = ({ projectId, email }: LimitedWarning): string =>
  createHash('sha256').update(`${projectId} ${email}`).digest('hex')

export interface WarningLimit {
  /** Counts a mail; false if it must not be sent. */
  takeMail(mail: LimitedWarning): Promise<boolean>
  /** Undoes the count of a mail that was not sent. */
  returnMail(mail: LimitedWarning): Promise<void>
}

export function openWarningLimit(pool: Database['pool']): WarningLimit {
  const ofRecipient = openLimiter(pool, {
    prefix: 'credential-mail',
    points: MAX_WARNING_MAILS,
    seconds: DAY_SECONDS,
  })
  return {
    takeMail: (mail) => trySpend(ofRecipient, recipientKey(mail)),
    async returnMail(mail) {
      await ofRecipient.reward(recipientKey(mail))
    },
  }
}
