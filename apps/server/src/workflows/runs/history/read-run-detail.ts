import type { RunDetail } from '@plinth/contract'
import type { ProjectAccess } from '../../../foundation/callers/access-store.ts'
import { allowEnvironmentRead } from '../../../foundation/http/access/production-read.ts'
import { notFound } from '../../../foundation/http/errors/api-error.ts'
import type { Queryable } from '../../../foundation/platform/database.ts'
import { readJson } from '../../../foundation/platform/stored-json.ts'
import { traceIdOf } from '../../../foundation/traces/spans.ts'
import { toRunGraph } from '../records/run-content.ts'
import { readRun, readRunNodes } from '../records/run-list-store.ts'
import { findGraph } from '../records/run-store.ts'

const NO_GRAPH = { nodes: [], wires: [], starts: [] }

/** Everything recorded about a run, for a caller who may read data of its environment. */
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
    graph: graph === undefined ? NO_GRAPH : toRunGraph(graph),
    payload: seen.payload === null ? null : readJson(seen.payload),
    replayFrom: seen.replayFrom,
    traceId: traceIdOf(seen.traceParent),
  }
}
