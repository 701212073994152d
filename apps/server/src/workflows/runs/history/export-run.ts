import { exportRun as endpoint } from '@plinth/contract'
import { FileStream } from '../../../foundation/http/calls/call.ts'
import { route } from '../../../foundation/http/calls/route.ts'
import type { WorkflowsContext } from '../../context.ts'
import { readRunDetail } from './read-run-detail.ts'

async function* whole(text: string): AsyncGenerator<string> {
  yield text
}

export const exportRun = route(endpoint, async ({ project, params }, { db }: WorkflowsContext) => {
  const run = await readRunDetail(db, { project, runId: params.runId })
  return new FileStream({
    name: `${run.id}.json`,
    type: 'application/json; charset=utf-8',
    pieces: whole(`${JSON.stringify({ run }, null, 2)}\n`),
  })
})
