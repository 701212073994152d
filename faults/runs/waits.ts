import { call } from '../stack/call.ts'
import { checkRuns } from './check-runs.ts'
import { type RunProject, startOne } from './run-project.ts'
import type { Sink } from './sink.ts'

/** Runs that wait for one point in time through all kills, and then act once. */
export interface Waits {
  ids: string[]
  moment: number
}

const EFFECT = 'w2'

interface Drawn {
  data: { definition: { name: string }; parameters: Record<string, unknown> }
}

/** A separate workflow, so that waiting runs take no slots from the others. */
async function makeWaiting(
  project: RunProject,
  { moment, name }: { moment: number; name: string },
): Promise<RunProject> {
  const drawn = project.graph.nodes as Drawn[]
  const like = (kind: string) => drawn.find(({ data }) => data.definition.name === kind)
  const parameters = [{}, { until: 'moment', moment: new Date(moment).toISOString() }, undefined]
  const nodes = ['trigger-manual', 'wait', 'http_request'].map((kind, at) => {
    const { data, ...node } = like(kind) ?? drawn[0] ?? { data: {} }
    const given = parameters[at]
    const own = given === undefined ? {} : { parameters: given }
    return { ...node, id: `w${at}`, data: { ...data, label: `w${at}`, ...own } }
  })
  const edges = [0, 1].map((at) => ({
    id: `e${at}`,
    source: `w${at}`,
    target: `w${at + 1}`,
    sourceHandle: null,
    targetHandle: null,
  }))
  const settings = { execution: { concurrency: 1_000 } }
  const body = { name, nodes, connections: edges, settings, active: true }
  const path = `/api/project/${project.projectId}/workflow`
  const { body: saved } = await call(project, { method: 'POST', path, body })
  const { workflow } = saved.data as { workflow: { id: string } }
  return { ...project, workflowId: workflow.id, graph: { nodes, edges } }
}

/** Starts runs that wait until a point in time. */
export async function startWaits(
  project: RunProject,
  { count, forMs, name = 'Waits' }: { count: number; forMs: number; name?: string },
): Promise<Waits> {
  const moment = Date.now() + forMs
  const waiting = await makeWaiting(project, { moment, name })
  const ids: string[] = []
  for (let at = 0; at < count; at += 1) {
    const id = await startOne(waiting, `${name}-${at}`)
    if (id !== undefined) ids.push(id)
  }
  if (ids.length < count) throw new Error(`${count - ids.length} waits were not accepted`)
  return { ids, moment }
}

/** Each run succeeded exactly once, and none before its time. */
export async function checkWaits(
  dataDir: string,
  { waits, sink, limitMs }: { waits: Waits; sink: Sink; limitMs: number },
): Promise<string[]> {
  const chain = { nodes: 3, effects: [EFFECT] }
  const problems = await checkRuns(dataDir, { ids: waits.ids, sink, chain, limitMs })
  const early = waits.ids.filter((id) =>
    (sink.asked.get(`${id}:${EFFECT}`) ?? []).some((time) => time < waits.moment),
  )
  return [...problems, ...early.map((id) => `${id} ended before its time`)]
}
