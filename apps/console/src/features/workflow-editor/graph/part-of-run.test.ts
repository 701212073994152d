import type { WorkflowNode } from '@plinth/contract'
import { expect, test } from 'vitest'
import { kind } from '../testing/kinds.ts'
import { partOfRun, type RunPart, triggerBefore } from './part-of-run.ts'

function node(id: string, name: string, outputs = ['main']): WorkflowNode {
  const inputs = name.startsWith('trigger-') ? [] : ['main']
  const own = { active: true, parameters: {}, credentials: {}, isDisabled: false, label: id }
  const definition = kind(name, { inputs, outputs })
  return { id, type: 'custom', position: { x: 0, y: 0 }, data: { definition, ...own } }
}

const wire = (source: string, target: string) => ({
  id: `${source}-${target}`,
  source,
  target,
  sourceHandle: 'main',
  targetHandle: 'main',
})

/** start → check → call → end, and other → end. */
const graph = {
  nodes: [
    node('start', 'trigger-manual'),
    node('check', 'conditional', ['true', 'false']),
    node('call', 'http'),
    node('end', 'set'),
    node('other', 'trigger-manual'),
  ],
  connections: [
    wire('start', 'check'),
    wire('check', 'call'),
    wire('call', 'end'),
    wire('other', 'end'),
  ],
}
const produced = new Map([
  ['start', 1],
  ['check', 1],
])

test.each<[RunPart, string, string[]]>([
  ['to', 'call', ['start', 'check', 'call']],
  ['node', 'call', ['start = 1', 'check', 'call']],
  ['from', 'call', ['start = 1', 'check', 'call', 'end', 'other']],
  ['node', 'start', ['start']],
])('runs %s %s', (part, nodeId, expected) => {
  const { nodes, connections } = partOfRun(graph, { part, nodeId, produced })
  expect(
    nodes.map(({ id, data }) => (data.pinned === undefined ? id : `${id} = ${data.pinned}`)),
  ).toEqual(expected)
  const ids = new Set(nodes.map(({ id }) => id))
  expect(connections.every(({ source, target }) => ids.has(source) && ids.has(target))).toBe(true)
})

test('starts from the trigger of the shown run', () => {
  expect(triggerBefore(graph, { nodeId: 'end', produced })).toBe('start')
  const other = new Map([['other', 2]])
  expect(triggerBefore(graph, { nodeId: 'end', produced: other })).toBe('other')
  expect(triggerBefore(graph, { nodeId: 'call', produced: other })).toBe('start')
})
