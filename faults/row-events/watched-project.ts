import type { Database } from '../../packages/contract/src/index.ts'
import { type Answered, type Caller, call } from '../stack/call.ts'

/** A project whose table starts a workflow with every change. */
export interface WatchedProject {
  database: Database
  projectId: string
  workflowId: string
}

const rules = { list: '', view: '', create: '', update: '', delete: '' }
const THINGS = {
  id: 'things',
  name: 'thing',
  type: 'Base',
  rules,
  columns: [{ id: 'n', name: 'n', type: 'number', options: {} }],
}

async function ask(
  caller: Caller,
  request: { method: string; path: string; body?: unknown },
): Promise<Answered['body']> {
  const answer = await call(caller, request)
  if (answer.status === undefined || answer.status >= 300) {
    const words = JSON.stringify(answer.body)
    throw new Error(`${request.method} ${request.path} answered ${answer.status} ${words}`)
  }
  return answer.body
}

/** Options of the project; by default every change of the table starts a run. */
export interface Wanted {
  database: Database
  name?: string
  filter?: string
  active?: boolean
}

/** Creates the project, its table and the workflow with the row trigger. */
export async function makeWatchedProject(caller: Caller, wanted: Wanted): Promise<WatchedProject> {
  const { database, name: projectName = `Events ${database}`, filter = '', active = true } = wanted
  const made = await ask(caller, {
    method: 'POST',
    path: '/api/project',
    body: { cloned: false, name: projectName },
  })
  const base = `/api/project/${made.projectId}`
  const newConfiguration = { version: 'v1', database, tables: [THINGS] }
  const drawn = { method: 'POST', path: `${base}/configuration`, body: { newConfiguration } }
  await ask(caller, drawn)
  await ask(caller, { method: 'POST', path: `/api/database/${made.projectId}/sync`, body: {} })
  const { data } = (await ask(caller, { method: 'GET', path: `${base}/workflow/nodes` })) as {
    data: { nodeDefinitions: Record<string, { name: string }[]> }
  }
  const definitions = Object.values(data.nodeDefinitions).flat()
  const node = (id: string, kind: string, parameters: object) => ({
    id,
    type: 'custom',
    position: { x: 0, y: 0 },
    data: { definition: definitions.find(({ name }) => name === kind), label: id, parameters },
  })
  const nodes = [
    node('t', 'trigger-row', { table: 'things', event: 'any', filter }),
    node('s', 'set', { value: '{"id": "{{ $in.id }}"}' }),
  ]
  const connections = [
    { id: 'e', source: 't', target: 's', sourceHandle: null, targetHandle: null },
  ]
  const body = { name: 'Changes', nodes, connections, active }
  const saved = (await ask(caller, { method: 'POST', path: `${base}/workflow`, body })) as {
    data: { workflow: { id: string } }
  }
  return { database, projectId: String(made.projectId), workflowId: saved.data.workflow.id }
}
