import { decideApprovalLink as endpoint } from '@plinth/contract'
import { route } from '../../../foundation/http/calls/route.ts'
import type { WorkflowsContext } from '../../context.ts'
import { decideByToken } from './decide-by-token.ts'

export const decideApprovalLink = route(
  endpoint,
  ({ body: { token, ...given }, request, mutate }, context: WorkflowsContext) =>
    decideByToken(context, { request, mutate }, { token, kind: 'link:', given }),
)
