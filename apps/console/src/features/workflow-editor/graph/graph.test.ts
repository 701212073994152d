import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { kind } from '../testing/kinds.ts'
import { addNode, fitsAt, type Placement } from './add-node.ts'
import { connect, mayConnect } from './connect.ts'
import { emptyContent } from './content-of.ts'
import { changeNode, moveNodes, removeConnection, removeNodes } from './graph.ts'
import type { WorkflowContent } from './workflow-draft.ts'

const webhook = kind('webhook', { inputs: [] })
const code = kind('code', {
  schemas: { default: { text: { default: 'hi', ui: { component: 'text-input' } } } },
})
const fork = kind('fork', { outputs: ['true', 'false'] })
const join = kind('join', { inputs: ['left', 'right'] })
const model = kind('model', { inputs: [], outputs: ['model:ai'] })
const agent = kind('agent', { inputs: ['main', 'model:ai'] })
const respond = kind('respond', { outputs: [] })

function add(content: WorkflowContent, definition = code, placement: Placement = at(0, 0)) {
  const added = addNode(content, { definition, placement, now: 1000 })
  if (!added) throw new Error('does not fit')
  return added
}
const at = (x: number, y: number): Placement => ({ kind: 'at', position: { x, y } })

/** webhook → code */
function pair() {
  const first = add(emptyContent(), webhook)
  const second = add(first.graph, code, { kind: 'after', nodeId: first.nodeId })
  return { graph: second.graph, from: first.nodeId, to: second.nodeId }
}

describe('addNode', () => {
  it('sets the id, type, label and defaults of the specification', () => {
    const { graph } = add(emptyContent(), code, at(13, 27))
    expect(graph.nodes).toEqual([
      {
        id: 'code-1000',
        type: 'custom',
        position: { x: 10, y: 30 },
        data: {
          definition: code,
          active: true,
          parameters: { text: 'hi' },
          credentials: {},
          label: 'Code',
          isDisabled: false,
        },
      },
    ])
  })

  it('gives unique ids and labels, and avoids overlaps', () => {
    const { graph } = add(add(add(emptyContent()).graph).graph)
    expect(graph.nodes.map(({ id }) => id)).toEqual(['code-1000', 'code-1001', 'code-1002'])
    expect(graph.nodes.map(({ data }) => data.label)).toEqual(['Code', 'Code 2', 'Code 3'])
    expect(new Set(graph.nodes.map(({ position }) => position.y)).size).toBe(3)
  })

  it('places a node to the right of an output and connects it', () => {
    const { graph, from, to } = pair()
    expect(graph.connections).toMatchObject([
      { source: from, target: to, sourceHandle: 'main', targetHandle: 'main' },
    ])
    expect(graph.nodes[1]?.position).toEqual({ x: 400, y: 0 })
  })

  it('connects to the first open output, or to the named one', () => {
    const first = add(emptyContent(), fork)
    const after = { kind: 'after', nodeId: first.nodeId } as const
    const once = add(first.graph, code, after).graph
    const twice = add(once, code, after).graph
    expect(twice.connections.map(({ sourceHandle }) => sourceHandle)).toEqual(['true', 'false'])
    const named = add(first.graph, code, { ...after, handle: 'false' }).graph
    expect(named.connections.map(({ sourceHandle }) => sourceHandle)).toEqual(['false'])
  })

  it('leaves room for a result box between the first nodes of two branches', () => {
    const first = add(emptyContent(), fork)
    const after = { kind: 'after', nodeId: first.nodeId } as const
    const branches = add(add(first.graph, code, after).graph, code, after).graph
    expect(branches.nodes.map(({ position: { x, y } }) => [x, y])).toEqual([
      [0, 0],
      [400, 0],
      [400, 300],
    ])
  })

  it('inserts a node on a connection and makes room for it', () => {
    const { graph, from, to } = pair()
    const [connection] = graph.connections
    const { graph: next, nodeId } = add(graph, join, {
      kind: 'on',
      connectionId: connection?.id ?? '',
    })
    expect(next.connections).toMatchObject([
      { source: from, target: nodeId, targetHandle: 'left' },
      { source: nodeId, target: to },
    ])
    const place = (id: string) => next.nodes.find((node) => node.id === id)?.position
    expect(place(nodeId)).toEqual({ x: 400, y: 0 })
    expect(place(to)).toEqual({ x: 800, y: 0 })
  })

  /** webhook → code, then code → code below them, two nodes in a row. */
  function rows() {
    const { graph, from, to } = pair()
    const after = (nodeId: string) => ({ kind: 'after', nodeId }) as const
    const more = (content: WorkflowContent, nodeId: string) =>
      addNode(content, { definition: code, placement: after(nodeId), columns: 2, now: 2000 })
    const third = more(graph, to)
    const fourth = third && more(third.graph, third.nodeId)
    if (!fourth) throw new Error('does not fit')
    return { graph: fourth.graph, ids: [from, to, third.nodeId, fourth.nodeId] }
  }
  const placesOf = ({ nodes }: WorkflowContent) =>
    nodes.map(({ position: { x, y } }) => [x, y] as const)

  it('starts a new row where the row is full', () => {
    expect(placesOf(rows().graph)).toEqual([
      [0, 0],
      [400, 0],
      [0, 300],
      [400, 300],
    ])
  })

  it('goes on to the right in a row that the user drew longer', () => {
    const { graph, to } = pair()
    const long = moveNodes(graph, { [to]: { x: 800, y: 0 } })
    const placement = { kind: 'after', nodeId: to } as const
    const added = addNode(long, { definition: code, placement, columns: 2, now: 1 })
    expect(placesOf(added?.graph ?? graph).at(-1)).toEqual([1200, 0])
  })

  it.each([
    ['the start of a row', 1, [[0, 0], [400, 0], [0, 600], [400, 600], [0, 300]]], // biome-ignore format: one row each
    ['the middle of a row', 0, [[0, 0], [800, 0], [0, 300], [400, 300], [400, 0]]], // biome-ignore format: one row each
  ])('inserts at %s without moving other rows aside', (_, at, expected) => {
    const { graph, ids } = rows()
    const connectionId = graph.connections[at]?.id ?? ''
    const { graph: next, nodeId } = add(graph, code, { kind: 'on', connectionId })
    expect(placesOf(next)).toEqual(expected)
    expect(next.connections.filter(({ source, target }) => [source, target].includes(nodeId)))
      .toMatchObject([{ source: ids[at] }, { target: ids[at + 1] }]) // biome-ignore format: reads as one
  })

  it.each([
    ['a trigger after a node, because it has no input', webhook, 'after'],
    ['a node without outputs on a connection', respond, 'on'],
    ['another connection type after an output', model, 'after'],
  ] as const)('rejects %s', (_, definition, where) => {
    const { graph, to } = pair()
    const placement: Placement =
      where === 'after'
        ? { kind: 'after', nodeId: to }
        : { kind: 'on', connectionId: graph.connections[0]?.id ?? '' }
    expect(fitsAt(graph, { definition, placement })).toBe(false)
    expect(addNode(graph, { definition, placement, now: 1 })).toBeUndefined()
  })
})

describe('connect', () => {
  const { graph: base } = [fork, join, model, agent].reduce(
    ({ graph }, definition) => add(graph, definition),
    { graph: emptyContent(), nodeId: '' },
  )
  const ends = (source: string, sourceHandle: string, target: string, targetHandle: string) => ({
    source: `${source}-1000`,
    sourceHandle,
    target: `${target}-1000`,
    targetHandle,
  })

  it.each([
    ['ends of the default type', ends('fork', 'true', 'join', 'left'), true],
    ['ends of the same named type', ends('model', 'model:ai', 'agent', 'model:ai'), true],
    ['ends of different types', ends('model', 'model:ai', 'agent', 'main'), false],
    ['the default type with a named one', ends('fork', 'true', 'agent', 'model:ai'), false],
    ['a node with itself', ends('fork', 'true', 'fork', 'main'), false],
    ['an unknown output', ends('fork', 'maybe', 'join', 'left'), false],
    ['an unknown node', ends('gone', 'true', 'join', 'left'), false],
  ])('%s: %s → %s', (_, wanted, allowed) => {
    expect(mayConnect(base, wanted)).toBe(allowed)
    expect(connect(base, wanted).connections).toHaveLength(allowed ? 1 : 0)
  })

  it('connects the same ends only once', () => {
    const wanted = ends('fork', 'true', 'join', 'left')
    const once = connect(base, wanted)
    expect(connect(once, wanted)).toBe(once)
  })
})

describe('removing and moving nodes', () => {
  it('removes a node with all its connections', () => {
    const { graph, from } = pair()
    const left = removeNodes(graph, new Set([from]))
    expect(left.nodes).toHaveLength(1)
    expect(left.connections).toEqual([])
  })

  it('removes a connection without its nodes', () => {
    const { graph } = pair()
    const left = removeConnection(graph, graph.connections[0]?.id ?? '')
    expect([left.nodes.length, left.connections.length]).toEqual([2, 0])
  })

  it('keeps the identity of unchanged nodes', () => {
    const { graph, from, to } = pair()
    const moved = moveNodes(graph, { [to]: { x: 5, y: 5 } })
    expect(moved.nodes[0]).toBe(graph.nodes[0])
    expect(moveNodes(graph, { [from]: { x: 0, y: 0 } })).toBe(graph)
    const off = changeNode(graph, { id: from, change: (data) => ({ ...data, active: false }) })
    expect(off.nodes.map(({ data }) => data.active)).toEqual([false, true])
  })

  it('never leaves a connection without its nodes (property)', () => {
    const kinds = [webhook, code, fork, join, agent]
    const steps = fc.array(
      fc.record({ act: fc.constantFrom('add', 'after', 'on', 'remove'), pick: fc.nat(99) }),
      { maxLength: 30 },
    )
    fc.assert(
      fc.property(steps, (all) => {
        let graph = emptyContent()
        for (const { act, pick } of all) {
          const node = graph.nodes[pick % Math.max(1, graph.nodes.length)]
          const connection = graph.connections[pick % Math.max(1, graph.connections.length)]
          const definition = kinds[pick % kinds.length] ?? code
          if (act === 'remove') graph = removeNodes(graph, new Set(node ? [node.id] : []))
          else {
            const placement: Placement =
              act === 'after' && node
                ? { kind: 'after', nodeId: node.id }
                : act === 'on' && connection
                  ? { kind: 'on', connectionId: connection.id }
                  : at(pick, pick)
            graph = addNode(graph, { definition, placement, now: 1 })?.graph ?? graph
          }
        }
        const ids = new Set(graph.nodes.map(({ id }) => id))
        expect(ids.size).toBe(graph.nodes.length)
        expect(new Set(graph.nodes.map(({ data }) => data.label)).size).toBe(graph.nodes.length)
        expect(new Set(graph.connections.map(({ id }) => id)).size).toBe(graph.connections.length)
        for (const { source, target } of graph.connections) {
          expect(ids.has(source) && ids.has(target)).toBe(true)
        }
      }),
    )
  })
})
