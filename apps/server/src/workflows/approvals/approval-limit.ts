import { openLimiter, recipientKey, spend, trySpend } from '../../accounts/passwords/limiter.ts'
import { addressPrefix } from '../../foundation/http/calls/address-prefix.ts'
import type { Database } from '../../foundation/platform/database.ts'

/** Mails about approvals of a project in an hour, and of a project to one address in a day. */
const MAX_PROJECT_MAILS = 1_000
const MAX_ADDRESS_MAILS = 100
/** Calls with links of a network in ten minutes. */
const MAX_LINK_CALLS = 60

interface LimitedMail {
  projectId: string
  address: string
}

export const addressKey = ({ projectId, address }: LimitedMail) => recipientKey(projectId, address)

export interface ApprovalLimit {
  /** Counts a mail; false if it must not be sent. */
  takeMail(mail: LimitedMail): Promise<boolean>
  /** Undoes the count of a mail that was not sent. */
  returnMail(mail: LimitedMail): Promise<void>
  /** Counts a call with a link; throws 429 above the limit. */
  useLink(ip: string): Promise<void>
}

export function openApprovalLimit(pool: Database['pool']): ApprovalLimit {
  const open = (prefix: string, points: number, seconds: number) =>
    openLimiter(pool, { prefix, points, seconds })
  const ofProject = open('approval-mail', MAX_PROJECT_MAILS, 3_600)
  const ofAddress = open('approval-address', MAX_ADDRESS_MAILS, 86_400)
  const ofNetwork = open('approval-link', MAX_LINK_CALLS, 600)
  return {
    async takeMail(mail) {
      const { projectId } = mail
      if (!(await trySpend(ofProject, projectId))) return false
      if (await trySpend(ofAddress, addressKey(mail))) return true
      await ofProject.reward(projectId)
      return false
    },
    async returnMail(mail) {
      await ofProject.reward(mail.projectId)
      await ofAddress.reward(addressKey(mail))
    },
    useLink: (ip) => spend(ofNetwork, addressPrefix(ip)),
  }
}
