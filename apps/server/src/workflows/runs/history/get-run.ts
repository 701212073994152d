import { getRun as endpoint } from '@plinth/contract'
import { route } from '../../../foundation/http/calls/route.ts'
import type { WorkflowsContext } from '../../context.ts'
import { readRunDetail } from './read-run-detail.ts'

export const getRun = route(endpoint, async ({ project, params }, { db }: WorkflowsContext) => {
  return { run: await readRunDetail(db, { project, runId: params.runId }) }
})
