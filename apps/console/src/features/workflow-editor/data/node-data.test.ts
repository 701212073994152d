import type { NodeDefinition, RunNode, WorkflowNode } from '@plinth/contract'
import { describe, expect, it } from 'vitest'
import { lastRecords, resultsOf } from '../execution/run-results.ts'
import { nodeDataOf } from './node-data.ts'

function definition(name: string, inputs: string[], outputs: string[]): NodeDefinition {
  const connection_config = { inputs: { types: inputs }, outputs: { types: outputs } }
  const rest = { display_name: name, description: '', category: '', input_schemas: {} }
  return { name, ...rest, connection_config }
}

type Data = Partial<WorkflowNode['data']>

function node(id: string, kind: NodeDefinition, data: Data = {}): WorkflowNode {
  const own = { active: true, parameters: {}, credentials: {}, isDisabled: false }
  const position = { x: 0, y: 0 }
  return { id, type: 'custom', position, data: { definition: kind, label: id, ...own, ...data } }
}

function wire(source: string, target: string, targetHandle = 'input') {
  return { id: `${source} ${target}`, source, target, sourceHandle: 'output', targetHandle }
}

function record(nodeId: string, more: Partial<RunNode> = {}): RunNode {
  const values = { input: null, output: null, error: null, logs: [] }
  const time = { startedOn: '2026-01-01T00:00:00.000Z', endedOn: '2026-01-01T00:00:01.000Z' }
  const one = { key: nodeId, nodeId, label: nodeId, kind: 'set', attempt: 1 }
  return { ...one, ...values, ...time, status: 'succeeded', origin: 'run', ...more }
}

const webhook = definition('trigger-webhook', [], ['output'])
const manual = definition('trigger-manual', [], ['output'])
const set = definition('set', ['input'], ['output'])
const conditional = definition('conditional', ['input'], ['true', 'false'])
const wait = definition('wait', ['input'], ['output'])
const merge = definition('merge', ['first', 'second'], ['output'])

function read(
  nodes: WorkflowNode[],
  {
    records = [],
    connections = [wire('a', 'b')],
    ranWith = {},
    results = {},
  }: {
    records?: RunNode[]
    connections?: ReturnType<typeof wire>[]
    ranWith?: Record<string, WorkflowNode['data']['parameters']>
    results?: Record<string, number>
  } = {},
) {
  const execution = { records, results, ranWith }
  return nodeDataOf({ graph: { nodes, connections }, execution, tables: [] }, 'b')
}

describe('nodeDataOf', () => {
  it('knows nothing before the first run', () => {
    const { input, output, results } = read([node('a', manual), node('b', set)])
    expect([input, output, results]).toEqual([undefined, undefined, {}])
  })

  it('takes the input from the sample of the trigger', () => {
    const { input } = read([node('a', webhook, { parameters: { method: 'PUT' } }), node('b', set)])
    expect(input).toEqual({
      value: { method: 'PUT', path: '', query: {}, headers: {}, body: {} },
      source: 'sample',
      label: 'a',
    })
  })

  it.each([
    ['in the order of the canvas', ['c', 'd']],
    ['in another order', ['d', 'c']],
  ])('hands the sample on through conditions and waits, %s', (_, middle) => {
    const kinds = { c: conditional, d: wait }
    const between = middle.map((id) => node(id, kinds[id as 'c' | 'd']))
    const nodes = [node('a', webhook), ...between, node('b', set)]
    const connections = [wire('a', 'c'), wire('c', 'd'), wire('d', 'b')]
    expect(read(nodes, { connections }).input).toMatchObject({ source: 'sample', label: 'a' })
    const records = [record('a', { output: 1 }), record('c', { status: 'failed' })]
    expect(read(nodes, { connections, records }).input).toBeUndefined()
  })

  it('keeps what upstream nodes produced when a node fails', () => {
    const records = [
      record('a', { output: { n: 1 } }),
      record('b', { status: 'failed', input: { n: 1 }, error: 'value: no' }),
    ]
    const nodes = [node('a', manual), node('b', set)]
    const data = read(nodes, { records, results: { a: 1 } })
    expect(data.input).toEqual({ value: { n: 1 }, source: 'run', label: 'b' })
    expect(data.output).toBeUndefined()
    expect(data.results).toEqual({ a: { n: 1 } })
    expect(data.record?.error).toBe('value: no')
  })

  it('prefers a pin to the run', () => {
    const records = [record('a', { output: 1 }), record('b', { input: 1, output: 2 })]
    const data = read([node('a', manual, { pinned: 9 }), node('b', set)], { records })
    expect(data.input).toEqual({ value: 9, source: 'pin', label: 'a' })
    expect(data.output).toEqual({ value: 2, source: 'run', label: 'b' })
  })

  it('gathers several inputs by handle', () => {
    const nodes = [
      node('a', manual, { pinned: 1 }),
      node('c', manual, { pinned: 2 }),
      node('b', merge),
    ]
    const connections = [wire('a', 'b', 'first'), wire('c', 'b', 'second')]
    expect(read(nodes, { connections }).input?.value).toEqual({ first: 1, second: 2 })
  })

  it.each([
    ['the same settings', { n: 1 }, false],
    ['other settings', { n: 2 }, true],
  ])('compares the run with %s', (_, parameters, isStale) => {
    const nodes = [node('a', manual), node('b', set, { parameters })]
    expect(read(nodes, { records: [record('b')], ranWith: { b: { n: 1 } } }).isStale).toBe(isStale)
  })
})

describe('records', () => {
  it('takes the last attempt, in a loop that of the last item', () => {
    const later = '2026-01-01T00:00:02.000Z'
    const nodes = [
      record('a', { attempt: 2, output: 2 }),
      record('a', { attempt: 1, output: 1 }),
      record('b', { key: 'b:1', startedOn: later, output: 'second' }),
      record('b', { key: 'b:0', output: 'first' }),
    ]
    const last = lastRecords(nodes)
    expect([last.get('a')?.output, last.get('b')?.output]).toEqual([2, 'second'])
  })

  it('gives outputs and failures by label', () => {
    const nodes = [
      record('a', { output: 1 }),
      record('b', { status: 'failed', error: 'no' }),
      record('c', { status: 'cancelled' }),
    ]
    expect(resultsOf(nodes)).toEqual({ a: 1, b: { error: 'no' } })
  })
})
