import { callOut } from '../../../foundation/egress/call-out.ts'
import { OutboundError } from '../../../foundation/egress/outbound-error.ts'
import type { WorkflowsContext } from '../../context.ts'
import type { StoredApproval } from '../approval-store.ts'
import { newApprovalToken } from './link-store.ts'

const TIME_LIMIT_MS = 10_000

type Parts = Pick<WorkflowsContext, 'db' | 'env' | 'log'>

/** Whether a later attempt may succeed. */
const isPassing = (status: number) => status === 408 || status === 429 || status >= 500

/**
 * Posts what is to be decided to another system, with an address that decides it once. Throws if a later attempt may
 * succeed, so that the task is repeated; a refusal is logged, and the approval waits for others or for its deadline.
 */
export async function callSystem(
  context: Parts,
  { approval, url }: { approval: StoredApproval; url: string },
): Promise<void> {
  const { env, log } = context
  const { id, title, details, fields, deadlineAt } = approval
  const token = await newApprovalToken(context, { approvalId: id, address: url })
  const body = JSON.stringify({
    approvalId: id,
    title,
    details,
    fields,
    deadlineOn: deadlineAt.toISOString(),
    resumeUrl: `${env.baseUrl}/api/approval/resume/${token}`,
  })
  const refused = (reason: string) =>
    log.warn({ approval: id, reason }, 'approvals: other system refused the request for a decision')
  try {
    const { status } = await callOut(
      {
        method: 'POST',
        url,
        headers: [['content-type', 'application/json']],
        body,
        timeLimitMs: TIME_LIMIT_MS,
        maxRedirects: 0,
      },
      { allowed: env.egress.allowed, signal: AbortSignal.timeout(2 * TIME_LIMIT_MS) },
    )
    if (isPassing(status)) throw new Error(`approvals: other system answered ${status}`)
    if (status >= 300) refused(`status ${status}`)
  } catch (error) {
    if (!(error instanceof OutboundError) || error.retry) throw error
    refused(error.message)
  }
}
