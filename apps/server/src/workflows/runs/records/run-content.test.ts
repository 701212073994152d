import { WorkflowSettings } from '@plinth/contract'
import type { Graph } from '@plinth/engine'
import { expect, test } from 'vitest'
import { UnreadableRun } from '../../../foundation/durable/run-host.ts'
import { graphText, openContent, toRunGraph, triggerOf } from './run-content.ts'

const graph: Graph = {
  nodes: [
    {
      id: 't',
      kind: 'trigger-manual',
      label: 'Start',
      active: true,
      parameters: { data: '{"a": [1]}' },
      credentials: {},
      pinned: { nested: [null] },
    },
  ],
  wires: [],
}
const content = {
  graph,
  starts: ['t'],
  settings: WorkflowSettings.parse({}),
  places: { t: { x: 1, y: 2 } },
}

test('reads back what it has stored', () => {
  const { content: text } = graphText(content)
  expect(openContent(text).plan.nodes.get('t')?.node).toEqual(graph.nodes[0])
  expect(toRunGraph(text).nodes[0]).toMatchObject({ id: 't', position: { x: 1, y: 2 } })
  expect(triggerOf(text)).toBe('t')
})

test('stores no notes and tags, so that a changed one is no other graph', () => {
  const notes = [{ id: 'n', text: 'Ask Ada', position: { x: 0, y: 0 } }]
  const settings = WorkflowSettings.parse({ notes, tags: ['daily'] })
  expect(graphText({ ...content, settings })).toEqual(graphText(content))
})

test.each([
  ['no JSON', '{"graph"', 'stored text is not valid JSON'],
  ['no graph', JSON.stringify({ ...content, graph: null }), 'at graph:'],
  [
    'a node without a kind',
    JSON.stringify({ ...content, graph: { ...graph, nodes: [{ ...graph.nodes[0], kind: 1 }] } }),
    'at graph.nodes[0].kind:',
  ],
  ['a start of another type', JSON.stringify({ ...content, starts: [7] }), 'at starts[0]:'],
  ['a damaged place', JSON.stringify({ ...content, places: { t: { x: '1' } } }), 'at places.t.x:'],
])('refuses stored content with %s and names the place', (_name, text, place) => {
  expect(() => toRunGraph(text)).toThrow(place)
  expect(() => toRunGraph(text)).toThrow('graph of a run')
  const open = () => openContent(text)
  expect(open).toThrow(UnreadableRun)
  expect(open).toThrow('The graph of a run is damaged in the database')
})

test('refuses settings that are not settings of a workflow', () => {
  const text = JSON.stringify({ ...content, settings: { execution: { timeout: 'long' } } })
  expect(() => openContent(text)).toThrow(UnreadableRun)
  expect(toRunGraph(text).starts).toEqual(['t'])
})
