import { call } from '../stack/call.ts'
import { eventually } from '../stack/eventually.ts'

export interface RunProject {
  address: string
  token: string
  projectId: string
  workflowId: string
  graph: { nodes: unknown[]; edges: unknown[] }
}

/** Ten nodes in a row, three of which have external effects. */
const CHAIN: [string, Record<string, unknown>][] = [
  ['trigger-manual', { data: '{"n": 1}' }],
  ['set', { value: '{"n": {{ $in.n }}}' }],
  ['http_request', { method: 'POST', body_kind: 'json', body_json: '{"n": 1}' }],
  ['set', { value: '{"n": {{ $in.status }}}' }],
  ['javascript', { code: 'return { n: $in.n + 1 }' }],
  ['http_request', { method: 'POST', body_kind: 'json', body_json: '{"n": 2}' }],
  ['wait', { amount: 0.3, unit: 'seconds' }],
  ['set', { value: '{"n": {{ $trigger.n }}}' }],
  ['http_request', { method: 'POST', body_kind: 'json', body_json: '{"n": 3}' }],
  ['set', { value: '{"done": true}' }],
]
export const EFFECTS = CHAIN.flatMap(([kind], at) => (kind === 'http_request' ? [`n${at}`] : []))
export const NODES = CHAIN.length

interface Definition {
  name: string
}

/** Creates a project with the workflow under test. */
export async function makeWorkflow(
  at: { address: string; token: string },
  sink: { host: string; port: number },
): Promise<RunProject> {
  const ask = async (method: string, path: string, body?: unknown) => {
    const answer = await call(at, { method, path, body })
    if (answer.status === undefined || answer.status >= 300) {
      throw new Error(`${method} ${path} answered ${answer.status} ${JSON.stringify(answer.body)}`)
    }
    return answer.body
  }
  const { projectId } = await ask('POST', '/api/project', { cloned: false, name: 'Runs' })
  const base = `/api/project/${projectId}/workflow`
  const { data } = (await ask('GET', `${base}/nodes`)) as {
    data: { nodeDefinitions: Record<string, Definition[]> }
  }
  const definitions = Object.values(data.nodeDefinitions).flat()
  const nodes = CHAIN.map(([kind, parameters], index) => ({
    id: `n${index}`,
    type: 'custom',
    position: { x: 0, y: 0 },
    data: {
      definition: definitions.find(({ name }) => name === kind),
      label: `n${index}`,
      parameters:
        kind === 'http_request'
          ? { url: `http://${sink.host}:${sink.port}/`, ...parameters }
          : parameters,
    },
  }))
  const edges = nodes.slice(1).map(({ id }, index) => ({
    id: `e${index}`,
    source: `n${index}`,
    target: id,
    sourceHandle: null,
    targetHandle: null,
  }))
  const settings = { execution: { concurrency: 50 } }
  const body = { name: 'Chain', nodes, connections: edges, settings, active: true }
  const saved = (await ask('POST', base, body)) as { data: { workflow: { id: string } } }
  const workflowId = saved.data.workflow.id
  return { ...at, projectId: String(projectId), workflowId, graph: { nodes, edges } }
}

/** Starts a run; returns its id if acknowledged. */
export async function startOne(place: RunProject, key: string): Promise<string | undefined> {
  const path = `/api/project/${place.projectId}/workflow/${place.workflowId}/execute`
  const answer = await fetch(`${place.address}${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${place.token}`,
      'content-type': 'application/json',
      prefer: 'respond-async',
      'idempotency-key': key,
    },
    body: JSON.stringify(place.graph),
    signal: AbortSignal.timeout(20_000),
  }).catch(() => undefined)
  if (answer?.status !== 202) return undefined
  const { data } = (await answer.json()) as { data: { runId: string } }
  return data.runId
}

/** Repeats a start that is not answered, with its key: one run, whichever request started it. */
export async function startInsistently(
  project: RunProject,
  key: string,
): Promise<string | undefined> {
  let run: string | undefined
  const isTaken = async () => {
    run = await startOne(project, key)
    return run !== undefined
  }
  await eventually(isTaken, { limitMs: 60_000, everyMs: 200 })
  return run
}
