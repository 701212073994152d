import { RateLimiterRes } from 'rate-limiter-flexible'
import { openLimiter, spend } from '../../accounts/passwords/limiter.ts'
import { addressPrefix } from '../../foundation/http/calls/address-prefix.ts'
import type { Database } from '../../foundation/platform/database.ts'

/** Mails about approvals of a project in an hour, and to one address in a day. */
const MAX_PROJECT_MAILS = 1_000
const MAX_ADDRESS_MAILS = 100
/** Calls with links of a network in ten minutes. */
const MAX_LINK_CALLS = 60

export interface ApprovalLimit {
  /** Counts a mail; false if it must not be sent. */
  takeMail(mail: { projectId: string; address: string }): Promise<boolean>
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
    async takeMail({ projectId, address }) {
      try {
        await ofProject.consume(projectId)
        await ofAddress.consume(address)
        return true
      } catch (error) {
        if (error instanceof RateLimiterRes) return false
        throw error
      }
    },
    useLink: (ip) => spend(ofNetwork, addressPrefix(ip)),
  }
}
