import { type TestPin, WorkflowSettings } from '@plinth/contract'
import { expect, test } from 'vitest'
import type { Graph } from '../graph/graph.ts'
import type { Json } from '../node/json.ts'
import { planRun } from '../scheduler/plan-run.ts'
import { graph, node } from '../testing/graphs.ts'
import { executeTest } from './execute-test.ts'
import { acceptShown, expectationsOf, valueAt } from './expectations.ts'
import { findDifferences } from './find-differences.ts'

const NOW = '2026-01-02T03:04:05.000Z'
const checks = { matches: async () => true, violation: () => undefined }
const refuse = () => Promise.reject(new Error('a test must not get here'))

function run(of: Graph, options: { pins?: Record<string, TestPin>; payload?: Json } = {}) {
  return executeTest({
    plan: planRun(of, ['a']).plan,
    settings: WorkflowSettings.parse({}),
    payload: options.payload ?? null,
    run: { id: 'run_1', workflowId: 'wfl_1', trigger: 'manual', version: 1 },
    timeOf: () => NOW,
    pins: new Map(Object.entries(options.pins ?? {})),
    constants: new Map(),
    script: refuse,
    ownTables: { rows: refuse, sql: refuse },
    credentialName: (id) => `name of ${id}`,
    throwIfOver: () => undefined,
    yieldNow: async () => undefined,
  })
}

const pin = { status: 'done', value: { status: 200 } } as const
const call = (url: string) =>
  node('b', 'http_request', {
    parameters: { url, authentication: 'api-key' },
    credentials: { api_key: 'crd_1' },
  })
const withCall = (url: string) => graph([node('a'), call(url)], 'a -> b')

test('compares what a node with a recorded answer would send, without its secret', async () => {
  const execution = await run(withCall('https://x.example/1'), { pins: { b: pin } })
  expect(execution.steps[1]).toMatchObject({
    pinned: true,
    output: { status: 200 },
    request: {
      credential: 'api-key: name of crd_1',
      http: { method: 'GET', url: 'https://x.example/1' },
    },
  })
  const expectations = expectationsOf(execution, null)
  expect(await findDifferences(expectations, execution, checks)).toEqual([])
  const changed = await run(withCall('https://x.example/2'), { pins: { b: pin } })
  const differences = await findDifferences(expectations, changed, checks)
  expect(differences).toMatchObject([{ step: 'b', part: 'request', label: 'b' }])
  const accepted = acceptShown(expectations, changed)
  expect(await findDifferences(accepted, changed, checks)).toEqual([])
})

test('ends at an effect without a recorded answer', async () => {
  const { steps, ending } = await run(withCall('https://x.example/'))
  expect(steps.map(({ key }) => key)).toEqual(['a'])
  expect(ending).toMatchObject({ status: 'refused', node: 'b' })
})

test('has the failure of a node that fails before its effect', async () => {
  const { ending } = await run(withCall(''), { pins: { b: pin } })
  expect(ending).toMatchObject({
    status: 'failed',
    node: 'b',
    message: '"Address" (url) is empty.',
  })
})

test('executes a node that computes, even if it has a recorded answer', async () => {
  const computed = node('b', 'set', { parameters: { value: '2' } })
  const of = graph([node('a'), computed], 'a -> b')
  const { steps } = await run(of, { pins: { b: { status: 'done', value: 1 } } })
  expect(steps[1]).toMatchObject({ key: 'b', pinned: false, output: 2 })
})

test('repeats a recorded failure, and does not wait', async () => {
  const of = graph([node('a', 'wait', { parameters: { amount: 9 } }), call('https://x/')], 'a -> b')
  const { steps, ending } = await run(of, { pins: { b: { status: 'failed', message: 'down' } } })
  expect(steps[0]).toMatchObject({ request: { waitMs: 9000 }, time: NOW })
  expect(ending).toEqual({ status: 'failed', node: 'b', message: 'down' })
})

test('drops accepted expectations of steps that are no longer reached', async () => {
  const before = expectationsOf(await run(graph([node('a'), node('b')], 'a -> b')), null)
  const after = await run(graph([node('a'), node('b')]))
  expect(acceptShown(before, after).map(({ step, part }) => [step, part])).toEqual([
    ['', 'ending'],
    ['a', 'output'],
  ])
})

test.each<[Json, string, Json | undefined]>([
  [{ a: [{ b: 1 }] }, 'a.0.b', 1],
  [{ a: 1 }, '', { a: 1 }],
  [{ a: 1 }, 'a.b', undefined],
  [{}, 'constructor', undefined],
  [[1], '1', undefined],
])('reads %j at %s', (value, path, expected) => {
  expect(valueAt(value, path)).toEqual(expected)
})
