import * as z from 'zod'
import { endpoint } from '../protocol/endpoint.ts'
import { Timestamp } from '../protocol/ids.ts'
import { AppEnvironmentQuery } from '../rows/app-user.ts'
import { ApprovalToDecide } from './approval.ts'
import { ApprovalForm, ApprovalId, ApprovalState } from './approval-shapes.ts'

const table = z.string().min(1).max(64)
const path = '/api/auth/{table}/approval'

/** An approval as an app user sees it. */
export const UserApproval = ApprovalForm.extend({ id: ApprovalId, createdOn: Timestamp })
export type UserApproval = z.infer<typeof UserApproval>

export const listUserApprovals = endpoint({
  name: 'listUserApprovals',
  summary: 'The newest approvals that the app user may decide now, 100 at most',
  method: 'GET',
  path,
  access: 'user',
  takesActor: true,
  params: z.strictObject({ table }),
  query: AppEnvironmentQuery,
  answer: z.object({ approvals: z.array(UserApproval) }),
})

export const decideUserApproval = endpoint({
  name: 'decideUserApproval',
  summary: 'Approve or reject as an app user; a second decision is refused with 409',
  method: 'POST',
  path: `${path}/{approvalId}/decide`,
  access: 'user',
  params: z.strictObject({ table, approvalId: ApprovalId }),
  query: AppEnvironmentQuery,
  body: ApprovalToDecide,
  answer: z.object({ state: ApprovalState }),
})
