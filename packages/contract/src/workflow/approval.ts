import * as z from 'zod'
import { ENVIRONMENT_NAMES } from '../project/environment.ts'
import { endpoint } from '../protocol/endpoint.ts'
import { ProjectId } from '../protocol/ids.ts'
import { StorableText } from '../protocol/text.ts'
import {
  Approval,
  ApprovalDetail,
  ApprovalForm,
  ApprovalId,
  ApprovalState,
  ApprovalValues,
  MAX_APPROVAL_TEXT,
} from './approval-shapes.ts'

const one = z.strictObject({ projectId: ProjectId, approvalId: ApprovalId })
const path = '/api/project/{projectId}/approval'
/** What a person decides, with the values of the form. */
export const ApprovalToDecide = z.strictObject({
  decision: z.enum(['approve', 'reject']),
  values: ApprovalValues.default({}),
  comment: StorableText.max(MAX_APPROVAL_TEXT).default(''),
})
const Token = z.string().regex(/^[A-Za-z0-9_-]{43}$/, 'is not valid')

export const listApprovals = endpoint({
  name: 'listApprovals',
  summary: 'The approvals of an environment, newest first',
  method: 'GET',
  path,
  access: 'project:developer',
  production: 'named',
  params: z.strictObject({ projectId: ProjectId }),
  query: z.strictObject({
    environment: z.enum(ENVIRONMENT_NAMES).default('dev'),
    /** Waiting, ended in any way, or waiting for a decision of the caller. */
    show: z.enum(['waiting', 'ended', 'mine']).optional(),
    cursor: ApprovalId.optional(),
    limit: z.coerce.number().int().min(1).max(200).default(50),
  }),
  answer: z.object({
    approvals: z.array(Approval),
    nextCursor: ApprovalId.nullable(),
    /** How many approvals of the environment wait for the caller, counted up to 100. */
    mine: z.number().int(),
  }),
})

export const getApproval = endpoint({
  name: 'getApproval',
  summary: 'One approval with its form and its decisions',
  method: 'GET',
  path: `${path}/{approvalId}`,
  access: 'project:developer',
  production: 'record',
  params: one,
  answer: z.object({ approval: ApprovalDetail }),
})

export const decideApproval = endpoint({
  name: 'decideApproval',
  summary: 'Approve or reject; a second decision is refused with 409',
  method: 'POST',
  path: `${path}/{approvalId}/decide`,
  access: 'project:developer',
  use: 'write',
  production: 'record',
  params: one,
  body: ApprovalToDecide,
  answer: z.object({ approval: ApprovalDetail }),
})

export const openApprovalLink = endpoint({
  name: 'openApprovalLink',
  summary: 'What a mailed link asks its recipient to decide; decides nothing',
  method: 'POST',
  path: '/api/approval/open',
  access: 'public',
  body: z.strictObject({ token: Token }),
  answer: z.object({
    state: ApprovalState,
    /** Null if the recipient has nothing to decide any more. */
    approval: ApprovalForm.nullable(),
  }),
})

export const decideApprovalLink = endpoint({
  name: 'decideApprovalLink',
  summary: 'Approve or reject by a mailed link, which works once',
  method: 'POST',
  path: '/api/approval/decide',
  access: 'public',
  body: ApprovalToDecide.extend({ token: Token }),
  answer: z.object({ state: ApprovalState }),
})

export const resumeByUrl = endpoint({
  name: 'resumeByUrl',
  summary: 'Approve or reject by the address that another system was given, which works once',
  method: 'POST',
  path: '/api/approval/resume/{token}',
  access: 'public',
  params: z.strictObject({ token: Token }),
  body: ApprovalToDecide,
  answer: z.object({ state: ApprovalState }),
})
