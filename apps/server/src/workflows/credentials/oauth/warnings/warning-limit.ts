import { openLimiter, recipientKey, trySpend } from '../../../../accounts/passwords/limiter.ts'
import type { Database } from '../../../../foundation/platform/database.ts'

/** Mails about connections of a project to one address in a day. */
const MAX_WARNING_MAILS = 100
const DAY_SECONDS = 86_400

interface LimitedWarning {
  projectId: string
  email: string
}

const keyOf = ({ projectId, email }: LimitedWarning) => recipientKey(projectId, email)

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
    takeMail: (mail) => trySpend(ofRecipient, keyOf(mail)),
    async returnMail(mail) {
      await ofRecipient.reward(keyOf(mail))
    },
  }
}
