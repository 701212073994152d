import type { Connection, WorkflowNode } from '@plinth/contract'
import { expect, test } from 'vitest'
import { definitionOf } from '../nodes/all-definitions.ts'
import { planRun } from '../scheduler/plan-run.ts'
import { graph, node } from '../testing/graphs.ts'
import { chooseStarts } from './choose-starts.ts'
import { readGraph } from './read-graph.ts'

function canvasNode(id: string, kind: string, label = id): WorkflowNode {
  const definition = definitionOf(kind) ?? {
    name: kind,
    display_name: '',
    description: '',
    category: '',
    input_schemas: {},
    connection_config: { inputs: { types: ['input'] }, outputs: { types: ['output'] } },
  }
  const data = {
    definition,
    active: true,
    parameters: {},
    credentials: {},
    label,
    isDisabled: false,
  }
  return { id, type: 'custom', position: { x: 0, y: 0 }, data }
}
const connect = (source: string, target: string, handles: (string | null)[] = []): Connection => ({
  id: `${source}-${target}`,
  source,
  target,
  sourceHandle: handles[0] ?? null,
  targetHandle: handles[1] ?? null,
})

test('unnamed handles default to the first handle', () => {
  const nodes = [canvasNode('a', 'conditional'), canvasNode('b', 'merge')]
  const { graph, issues } = readGraph(nodes, [
    connect('a', 'b'),
    connect('a', 'b', ['false', 'third']),
  ])
  expect(issues).toEqual([])
  expect(graph.wires).toEqual([
    { source: 'a', output: 'true', target: 'b', input: 'first' },
    { source: 'a', output: 'false', target: 'b', input: 'third' },
  ])
})

test.each([
  ['an unknown kind', [canvasNode('a', 'rm -rf')], [], 'cannot run'],
  ['two labels', [canvasNode('a', 'set', 'X'), canvasNode('b', 'set', 'X')], [], 'another label'],
  ['two ids', [canvasNode('a', 'set', 'X'), canvasNode('a', 'set', 'Y')], [], 'the id "a"'],
  ['a loose end', [canvasNode('a', 'set')], [connect('a', 'b')], 'leads nowhere'],
  [
    'an unknown handle',
    [canvasNode('a', 'set'), canvasNode('b', 'set')],
    [connect('a', 'b', ['true'])],
    'leads nowhere',
  ],
  [
    'a cycle',
    [canvasNode('a', 'set'), canvasNode('b', 'set'), canvasNode('c', 'set')],
    [connect('a', 'b'), connect('b', 'c'), connect('c', 'b')],
    'form a cycle: b → c → b',
  ],
])('rejects %s', (_name, nodes, connections, message) => {
  const { issues } = readGraph(nodes, connections)
  expect(issues.map((issue) => issue.message)).toEqual([expect.stringContaining(message)])
})

const manual = (id: string, more = {}) => node(id, 'trigger-manual', more)
test.each([
  ['the only trigger', graph([manual('t'), node('a')], 't -> a'), undefined, ['t']],
  ['every node without a predecessor', graph([node('a'), node('b')]), undefined, ['a', 'b']],
  ['the trigger that fired', graph([manual('s'), manual('t')]), 't', ['t']],
  [
    'the only active trigger',
    graph([manual('s', { active: false }), manual('t')]),
    undefined,
    ['t'],
  ],
])('starts at %s', (_name, of, trigger, starts) => {
  expect(chooseStarts(of, trigger)).toEqual({ starts })
})

test.each([
  ['several triggers', graph([manual('s'), manual('t')]), undefined, '"s", "t"'],
  ['a node that is not a trigger', graph([node('a')]), 'a', 'no such trigger'],
  ['nothing at all', graph([]), undefined, 'no node'],
])('does not start with %s', (_name, of, trigger, message) => {
  expect(chooseStarts(of, trigger)).toEqual({
    issue: expect.objectContaining({ message: expect.stringContaining(message) }),
  })
})

test('rejects a node that is both inside and outside a loop', () => {
  const nodes = [node('l', 'loop'), node('a'), node('b')]
  const crossed = graph(nodes, 'l.item -> a', 'a -> b', 'l.done -> b')
  expect(planRun(crossed, ['l']).issues).toHaveLength(1)
  const clean = graph(nodes, 'l.item -> a', 'l.done -> b')
  expect(planRun(clean, ['l']).issues).toEqual([])
})
