import type { RunDetail } from '@plinth/contract'
import { allowEnvironmentRead } from '../http/production-read.ts'
import { notFound } from '../http/refusal.ts'
import type { ProjectAccess } from '../platform/access-store.ts'
import type { Queryable } from '../platform/database.ts'
import { toRunGraph } from './run-content.ts'
import { readRun, readRunNodes } from './run-list-store.ts'
import { findGraph } from './run-store.ts'

const EMPTY = JSON.stringify({ graph: { nodes: [], wires: [] }, starts: [] })

/** Everything on record about a run, for a caller who may read data of its environment. */
export async function readRunDetail(
  db: Queryable,
  { project, runId }: { project: ProjectAccess; runId: string },
): Promise<RunDetail> {
  const projectId = project.id
  const seen = await readRun(db, { projectId, runId })
  if (!seen) throw notFound()
  allowEnvironmentRead(project, seen.run.environment)
  const [nodes, graph] = await Promise.all([
    readRunNodes(db, { runId, after: 0 }),
    findGraph(db, { projectId, digest: seen.digest }),
  ])
  return {
    ...seen.run,
    result: seen.result,
    nodes: nodes.map(({ node }) => node),
    graph: toRunGraph(graph ?? EMPTY),
    payload: seen.payload === null ? null : JSON.parse(seen.payload),
    replayFrom: seen.replayFrom,
  }
}
