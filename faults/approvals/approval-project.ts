import { startInsistently } from '../runs/run-project.ts'
import type { Sink } from '../runs/sink.ts'
import { type Answered, type Caller, call } from '../stack/call.ts'
import { eventually } from '../stack/eventually.ts'

/** A project with two people who may decide. */
export interface ApprovalProject extends Caller {
  projectId: string
  /** The session of the other person. */
  otherToken: string
}

const OTHER = { email: 'other@example.com', password: 'a password of another' }
/** Called after the decision, whichever it is. */
export const EFFECT = 'effect'
const NODES: readonly [string, string][] = [
  ['start', 'trigger-manual'],
  ['ask', 'approval'],
  [EFFECT, 'http_request'],
]
export const CHAIN = { nodes: NODES.length, effects: [EFFECT] }

async function ask(at: Caller, method: string, path: string, body?: unknown) {
  const answer = await call(at, { method, path, body })
  if (answer.status === undefined || answer.status >= 300)
    throw new Error(`${method} ${path} answered ${answer.status} ${JSON.stringify(answer.body)}`)
  return answer.body
}

export async function makeApprovalProject(at: Caller): Promise<ApprovalProject> {
  const made = await ask(at, 'POST', '/api/project', { cloned: false, name: 'Approvals' })
  const projectId = String(made.projectId)
  const person = { ...OTHER, firstName: 'O', lastName: 'P', role: 'developer' }
  await ask(at, 'POST', `/api/project/${projectId}/member`, person)
  const { token } = await ask({ ...at, token: '' }, 'POST', '/auth/login', OTHER)
  return { ...at, projectId, otherToken: String(token) }
}

/** Starts runs that ask both people; returns the ids of the runs. */
export async function startAsking(
  project: ApprovalProject,
  { count, sink, seconds, name }: { count: number; sink: Sink; seconds: number; name: string },
): Promise<string[]> {
  const base = `/api/project/${project.projectId}/workflow`
  const { data } = (await ask(project, 'GET', `${base}/nodes`)) as {
    data: { nodeDefinitions: Record<string, { name: string }[]> }
  }
  const definitions = Object.values(data.nodeDefinitions).flat()
  const parameters: Record<string, object> = {
    ask: { title: name, approvers: 'role:developer', deadline: seconds, unit: 'seconds' },
    [EFFECT]: { url: `http://${sink.host}:${sink.port}/`, method: 'POST' },
  }
  const nodes = NODES.map(([id, kind]) => ({
    id,
    type: 'custom',
    position: { x: 0, y: 0 },
    data: {
      definition: definitions.find((one) => one.name === kind),
      label: id,
      parameters: parameters[id] ?? {},
    },
  }))
  const wire = (source: string, sourceHandle: string | null, target: string) => ({
    id: `${source} ${sourceHandle}`,
    source,
    sourceHandle,
    target,
    targetHandle: null,
  })
  const outputs = ['approved', 'rejected', 'expired']
  const edges = [
    wire('start', null, 'ask'),
    ...outputs.map((output) => wire('ask', output, EFFECT)),
  ]
  const settings = { execution: { concurrency: 1_000 } }
  const graph = { name, nodes, connections: edges, settings, active: true }
  const saved = (await ask(project, 'POST', base, graph)) as { data: { workflow: { id: string } } }
  const started = { ...project, workflowId: saved.data.workflow.id, graph: { nodes, edges } }
  const ids: string[] = []
  for (let at = 0; at < count; at += 1) {
    const id = await startInsistently(started, `${name}-${at}`)
    if (id === undefined) throw new Error(`${name} ${at} was not accepted`)
    ids.push(id)
  }
  return ids
}

export type Answers = Pick<Answered, 'status'>['status'][]

/** Decides for one person until there is an answer: 200, or 409 if it was decided. */
export async function decideInsistently(
  project: () => ApprovalProject,
  { id, token, decision }: { id: string; token: string; decision: 'approve' | 'reject' },
): Promise<Answers> {
  const answers: Answers = []
  const isAnswered = async () => {
    const { address, projectId } = project()
    const path = `/api/project/${projectId}/approval/${id}/decide`
    const { status } = await call({ address, token }, { method: 'POST', path, body: { decision } })
    answers.push(status)
    return status === 200 || status === 409
  }
  await eventually(isAnswered, { limitMs: 90_000, everyMs: 200 })
  return answers
}
