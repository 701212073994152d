import type { WorkflowTestResult } from '@plinth/contract'
import { expect, test } from 'vitest'
import { kind } from '../testing/kinds.ts'
import { findUncovered } from './coverage.ts'

const node = (id: string, outputs = ['output'], active = true) => ({
  id,
  type: 'custom' as const,
  position: { x: 0, y: 0 },
  data: {
    definition: kind('step', { inputs: ['input'], outputs }),
    active,
    parameters: {},
    credentials: {},
    label: id,
    isDisabled: false,
  },
})
const connection = (source: string, sourceHandle: string, target: string) => ({
  id: `${source}.${sourceHandle}`,
  source,
  sourceHandle,
  target,
  targetHandle: 'input',
})
const graph = {
  nodes: [node('if', ['true', 'false']), node('yes'), node('no'), node('off', ['output'], false)],
  connections: [
    connection('if', 'true', 'yes'),
    connection('if', 'false', 'no'),
    connection('yes', 'output', 'off'),
  ],
}

/** A result that reached these nodes by these outputs. */
const reached = (branches: Record<string, string[]>): WorkflowTestResult => ({
  testId: 'tst_1',
  name: '',
  passed: true,
  revision: 1,
  durationMs: 1,
  ending: { status: 'succeeded', node: '', message: '' },
  differences: [],
  digest: '',
  steps: Object.entries(branches).map(([nodeId, taken]) => ({
    key: nodeId,
    nodeId,
    label: nodeId,
    status: 'succeeded',
    pinned: false,
    branches: taken,
  })),
})

test('finds nodes and branches that no test reaches', () => {
  const found = findUncovered(graph, [reached({ if: ['true'], yes: ['output'] })])
  expect([...found.nodes]).toEqual(['no'])
  expect([...found.connections]).toEqual(['if.false'])
})

test('counts all tests together', () => {
  const results = [
    reached({ if: ['true'], yes: ['output'] }),
    reached({ if: ['false'], no: ['output'] }),
  ]
  const found = findUncovered(graph, results)
  expect([found.nodes.size, found.connections.size]).toEqual([0, 0])
})
