import { openSink, type Sink } from '../runs/sink.ts'
import { type Caller, call, signIn } from '../stack/call.ts'
import { Random } from '../stack/random.ts'
import { makeDataDir, removeDataDir, startStack } from '../stack/stack.ts'
import type { Suite, SuiteResult } from '../stack/suite.ts'
import { changeNode } from './change-node.ts'
import { drawGraph, type PlainGraph } from './random-graph.ts'

const RUNS = { reduced: 24, full: 200 }
const SEED = 28
const MIN_CAUGHT = 0.9
const DATABASES = ['sqlite3', 'postgres'] as const
const ENTRY = {
  id: 'entry',
  name: 'entry',
  type: 'Base',
  columns: [{ id: 'entry_name', name: 'name', type: 'text', options: {} }],
}

/** What every test meets. */
const BLIND = { step: '', part: 'ending', path: '', kind: 'type', value: 'object' }

interface Result {
  passed: boolean
  ending: { status: string; message: string }
  differences: { label: string; part: string; message: string }[]
  steps: { nodeId: string }[]
}

/** A project on one database, with the calls of this suite. */
async function openTestedProject(at: Caller, database: (typeof DATABASES)[number]) {
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
    test: async (id: string, testId: string) =>
      (await ask<{ result: Result }>('POST', `${base}/${id}/test/${testId}/run`, {})).result,
    rows: async () => {
      const place = `$projectId=${projectId}&$environment=dev&$limit=1000`
      return (await ask<{ data: unknown[] }>('GET', `/api/data/entry?${place}`)).data.length
    },
  }
}

type Project = Awaited<ReturnType<typeof openTestedProject>>

interface Tally {
  violations: string[]
  unchanged: number
  caught: number
  /** Caught among changes of any node, reached by the run or not. */
  caughtAnywhere: number
  missed: string[]
}

const callsAt = (sink: Sink) => [...sink.asked.values()].flat().length

interface Round {
  project: Project
  sink: Sink
  random: Random
  name: string
  isBlind: boolean
}

/** Turns one run into a test, runs it unchanged, then with one changed node. */
async function testOne({ project, sink, random, name, isBlind }: Round, tally: Tally) {
  const graph = drawGraph(random, `http://${sink.host}:${sink.port}`)
  const id = await project.save(name, graph)
  const payload = { n: 1 + random.below(100), list: [3, 1, 4, 1, 5].slice(0, 2 + random.below(4)) }
  const testId = await project.record(id, graph, payload)
  if (isBlind) await project.forget(id, testId)
  const before = { calls: callsAt(sink), rows: await project.rows() }
  const first = await project.test(id, testId)
  if (first.passed) tally.unchanged += 1
  else tally.violations.push(`${name} fails unchanged: ${JSON.stringify(first).slice(0, 500)}`)
  const reached = new Set(first.steps.map(({ nodeId }) => nodeId))
  const mutated = changeNode(graph, { random, reached })
  await project.change(id, name, mutated.graph)
  if ((await project.test(id, testId)).passed) tally.missed.push(`${name}: ${mutated.change}`)
  else tally.caught += 1
  const anywhere = changeNode(graph, { random: new Random(random.below(1_000_000)) })
  await project.change(id, name, anywhere.graph)
  if (!(await project.test(id, testId)).passed) tally.caughtAnywhere += 1
  if (callsAt(sink) !== before.calls) tally.violations.push(`${name} made a call`)
  if ((await project.rows()) !== before.rows) tally.violations.push(`${name} changed rows`)
}

/** `isBlind` removes what the tests expect, so that nothing is caught. */
async function run(count: number, isBlind: boolean): Promise<SuiteResult> {
  const dataDir = makeDataDir()
  const sink = await openSink()
  const env = { PLINTH_EGRESS_ALLOW: `127.0.0.1:${sink.port}` }
  const stack = await startStack({ dataDir, env })
  const tally: Tally = { violations: [], unchanged: 0, caught: 0, caughtAnywhere: 0, missed: [] }
  try {
    const at = { address: stack.address, token: await signIn(stack.address) }
    const projects = []
    for (const database of DATABASES) projects.push(await openTestedProject(at, database))
    const random = new Random(SEED)
    for (let number = 0; number < count; number += 1) {
      const project = projects[number % projects.length]
      const name = `Workflow ${number}`
      if (project) await testOne({ project, sink, random, name, isBlind }, tally)
    }
  } finally {
    await stack.stop()
    sink.close()
    removeDataDir(dataDir)
  }
  const share = tally.caught / count
  if (share < MIN_CAUGHT)
    tally.violations.push(
      `only ${tally.caught} of ${count} changes were caught; missed ${tally.missed.join(', ')}`,
    )
  const figures = `${tally.unchanged} of ${count} tests passed unchanged, ${tally.caught} changes of reached nodes caught (missed: ${tally.missed.join(', ') || 'none'}), ${tally.caughtAnywhere} changes of any node caught`
  return { violations: tally.violations, figures }
}

/** Recorded runs become tests that pass unchanged and catch changed nodes, without a call or a row. */
export const workflowTests: Suite = {
  name: 'workflow-tests',
  run: ({ full }) => run(full ? RUNS.full : RUNS.reduced, false),
  prove: ({ full }) => run(full ? RUNS.full : RUNS.reduced, true),
}
