import { getRun as endpoint } from '@plinth/contract'
import { route } from '../http/route.ts'
import { readRunDetail } from './read-run-detail.ts'

export const getRun = route(endpoint, async ({ project, params }, { db }) => {
  return { run: await readRunDetail(db, { project, runId: params.runId }) }
})
