import { exportRun as endpoint } from '@plinth/contract'
import { FileStream } from '../http/call.ts'
import { route } from '../http/route.ts'
import { readRunDetail } from './read-run-detail.ts'

async function* whole(text: string): AsyncGenerator<string> {
  yield text
}

export const exportRun = route(endpoint, async ({ project, params }, { db }) => {
  const run = await readRunDetail(db, { project, runId: params.runId })
  return new FileStream({
    name: `${run.id}.json`,
    type: 'application/json; charset=utf-8',
    pieces: whole(`${JSON.stringify({ run }, null, 2)}\n`),
  })
})
