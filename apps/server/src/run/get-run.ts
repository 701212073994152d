import { getRun as endpoint } from '@plinth/contract'
import { notFound } from '../http/refusal.ts'
import { route } from '../http/route.ts'
import { readRun, readRunNodes } from './run-list-store.ts'

export const getRun = route(endpoint, async ({ project, params }, { db }) => {
  const seen = await readRun(db, { projectId: project.id, runId: params.runId })
  if (!seen) throw notFound()
  const nodes = await readRunNodes(db, { runId: params.runId, after: 0 })
  return { run: { ...seen.run, result: seen.result, nodes: nodes.map(({ node }) => node) } }
})
