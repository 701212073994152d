import { resumeByUrl as endpoint } from '@plinth/contract'
import { route } from '../../../foundation/http/calls/route.ts'
import type { WorkflowsContext } from '../../context.ts'
import { decideByToken } from './decide-by-token.ts'

export const resumeByUrl = route(
  endpoint,
  ({ params: { token }, body: given, request, mutate }, context: WorkflowsContext) =>
    decideByToken(context, { request, mutate }, { token, kind: 'url:', given }),
)
