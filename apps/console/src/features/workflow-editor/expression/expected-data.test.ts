import { Configuration, NodeDefinition, type WorkflowNode } from '@plinth/contract'
import { expect, test } from 'vitest'
import type { Graph } from '../graph/graph.ts'
import { completePath } from './complete-path.ts'
import { expressionScopeOf } from './scope.ts'

const { tables } = Configuration.parse({
  tables: [
    {
      id: 't_orders',
      name: 'orders',
      columns: [
        { id: 'total', name: 'total', type: 'number' },
        { id: 'tags', name: 'tags', type: 'select', options: { hasMultiple: true } },
      ],
    },
  ],
})

function node(id: string, kind: string, parameters: object = {}): WorkflowNode {
  const types = kind.startsWith('trigger-') ? [] : ['input']
  const definition = NodeDefinition.parse({
    ...{ name: kind, display_name: kind, description: '', category: '', input_schemas: {} },
    connection_config: { inputs: { types }, outputs: { types: ['output'] } },
  })
  const data = { definition, parameters, active: true, credentials: {}, isDisabled: false }
  return {
    ...{ id, type: 'custom', position: { x: 0, y: 0 } },
    data: { ...data, label: id } as WorkflowNode['data'],
  }
}

/** Labels offered after a text in the last of nodes that are connected in a row. */
function offered(nodes: WorkflowNode[], text: string, results = {}) {
  const last = node('Last', 'javascript')
  const all = [...nodes, last]
  const connections = nodes.map(({ id }, at) => ({
    ...{ id: `${at}`, source: id, target: all[at + 1]?.id ?? '' },
    ...{ sourceHandle: 'output', targetHandle: 'input' },
  }))
  const graph = { nodes: all, connections } as unknown as Graph
  const data = { input: undefined, results }
  const constants = [{ key: 'SITE', value: 'x', secret: false }]
  const scope = expressionScopeOf({ graph, nodeId: 'Last', data, constants, tables })
  return completePath(scope, text)?.choices.map(({ label }) => label)
}

const start = node('Start', 'trigger-manual', { data: '{"name":"Ada"}' })

test.each([
  {
    name: 'the row of a Database node',
    nodes: [start, node('Save', 'database', { action: 'create', table: 'orders' })],
    text: '$in.',
    labels: ['id', 'total', 'tags', 'createdOn', 'updatedOn'],
  },
  {
    name: 'a row of its list',
    nodes: [start, node('Find', 'database', { action: 'list', table: 't_orders' })],
    text: '$in[0].t',
    labels: ['total', 'tags'],
  },
  {
    name: 'the response of an HTTP request',
    nodes: [start, node('Call', 'http_request')],
    text: '$node["Call"].',
    labels: ['status', 'headers', 'body'],
  },
  {
    name: 'the entries of Set with its input, through a Condition',
    nodes: [
      start,
      node('Shape', 'set', { value: '{"sum": {{ 1 + 1 }}}', keep: 'input' }),
      node('Check', 'conditional'),
    ],
    text: '$in.',
    labels: ['name', 'sum'],
  },
  { name: 'the data of the trigger', nodes: [start], text: '$trigger.', labels: ['name'] },
  { name: 'constants', nodes: [start], text: '$const.', labels: ['SITE'] },
])('completes $name before the first run', ({ nodes, text, labels }) => {
  expect(offered(nodes, text)).toEqual(labels)
})

test('prefers what a run produced', () => {
  const save = node('Save', 'database', { action: 'create', table: 'orders' })
  expect(offered([start, save], '$node["Save"].', { Save: { real: 1 } })).toEqual(['real'])
})

test('ends at a cycle', () => {
  const a = node('A', 'wait')
  const graph = {
    nodes: [a, node('Last', 'wait')],
    connections: [
      { id: '1', source: 'A', target: 'Last', sourceHandle: 'output', targetHandle: 'input' },
      { id: '2', source: 'Last', target: 'A', sourceHandle: 'output', targetHandle: 'input' },
    ],
  } as unknown as Graph
  const options = { graph, nodeId: 'Last', constants: [], tables }
  const scope = expressionScopeOf({ ...options, data: { input: undefined, results: {} } })
  expect(completePath(scope, '$in.')).toBeUndefined()
})
