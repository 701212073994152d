import { type Caller, call } from '../stack/call.ts'
import type { PlainGraph } from './random-graph.ts'

export const DATABASES = ['sqlite3', 'postgres'] as const
const ENTRY = {
  id: 'entry',
  name: 'entry',
  type: 'Base',
  columns: [{ id: 'entry_name', name: 'name', type: 'text', options: {} }],
}

/** What every test meets. */
const BLIND = { step: '', part: 'ending', path: '', kind: 'type', value: 'object' }

export interface Result {
  passed: boolean
  ending: { status: string; message: string }
  differences: { label: string; part: string; message: string }[]
  steps: { nodeId: string }[]
}

/** A project on one database, with the calls of this suite. */
export async function openTestedProject(caller: Caller, database: (typeof DATABASES)[number]) {
  let at = caller
  const ask = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const answer = await call(at, { method, path, body })
    if (answer.status === undefined || answer.status >= 300)
      throw new Error(`${method} ${path} answered ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body as T
  }
  const made = await ask<{ projectId: string }>('POST', '/api/project', {
    cloned: false,
    name: `Tests on ${database}`,
  })
  const { projectId } = made
  const newConfiguration = { version: 'v1', database, tables: [ENTRY] }
  await ask('POST', `/api/project/${projectId}/configuration`, { newConfiguration })
  await ask('POST', `/api/database/${projectId}/sync`, {})
  const base = `/api/project/${projectId}/workflow`
  const { data } = await ask<{
    data: { nodeDefinitions: Record<string, { name: string }[]> }
  }>('GET', `${base}/nodes`)
  const definitions = Object.values(data.nodeDefinitions).flat()
  const canvasOf = ({ nodes, wires }: PlainGraph) => ({
    nodes: nodes.map(({ id, kind, parameters, active = true }) => ({
      id,
      type: 'custom',
      position: { x: 0, y: 0 },
      data: {
        definition: definitions.find(({ name }) => name === kind),
        label: id,
        parameters,
        active,
      },
    })),
    connections: wires.map(({ source, output, target }, at) => ({
      id: `c${at}`,
      source,
      target,
      sourceHandle: output,
      targetHandle: null,
    })),
  })
  return {
    /** Calls another address from now on. */
    moveTo(next: Caller) {
      at = next
    },
    async save(name: string, graph: PlainGraph) {
      const body = { name, ...canvasOf(graph) }
      const saved = await ask<{ data: { workflow: { id: string } } }>('POST', base, body)
      return saved.data.workflow.id
    },
    change: (id: string, name: string, graph: PlainGraph) =>
      ask('PUT', `${base}/${id}`, { name, ...canvasOf(graph) }),
    async record(id: string, graph: PlainGraph, payload: unknown) {
      const { nodes, connections } = canvasOf(graph)
      const body = { nodes, edges: connections, data: payload }
      const run = await ask<{ data: { runId: string } }>('POST', `${base}/${id}/execute`, body)
      const made = { runId: run.data.runId, name: 'As recorded' }
      const { test } = await ask<{ test: { id: string } }>('POST', `${base}/${id}/test`, made)
      return test.id
    },
    forget: (id: string, testId: string) =>
      ask('PATCH', `${base}/${id}/test/${testId}`, { expectations: [BLIND] }),
    unpin: (id: string, testId: string) =>
      ask('PATCH', `${base}/${id}/test/${testId}`, { pins: {} }),
    test: async (id: string, testId: string) =>
      (await ask<{ result: Result }>('POST', `${base}/${id}/test/${testId}/run`, {})).result,
    rows: async () => {
      const place = `$projectId=${projectId}&$environment=dev&$limit=1000`
      return (await ask<{ data: unknown[] }>('GET', `/api/data/entry?${place}`)).data.length
    },
  }
}

export type TestedProject = Awaited<ReturnType<typeof openTestedProject>>
