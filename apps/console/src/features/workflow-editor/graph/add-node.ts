import type { NodeDefinition, WorkflowNode } from '@plinth/contract'
import { ancestorsOf } from './ancestors-of.ts'
import { connect, inputFor, openOutputs, outputFor } from './connect.ts'
import {
  COLUMN_STEP,
  findNode,
  type Graph,
  moveNodes,
  type NodePosition,
  ROW_STEP,
  removeConnection,
} from './graph.ts'
import { findHandle, type HandleShape, inputsOf, outputsOf } from './handles.ts'
import { freePosition, newNode } from './new-node.ts'

/** Where the next node is added. */
export type Placement =
  | { kind: 'at'; position: NodePosition }
  | { kind: 'after'; nodeId: string; handle?: string }
  | { kind: 'on'; connectionId: string }

interface Adding {
  definition: NodeDefinition
  placement: Placement
  /** How many nodes a row holds before the next one starts a new row. */
  columns?: number
  now: number
}

export interface Added<G extends Graph> {
  graph: G
  nodeId: string
}

function withNode<G extends Graph>(
  graph: G,
  adding: Adding & { position: NodePosition },
): Added<G> {
  // The card of another branch leaves room for the result box of the card above it.
  const step = adding.placement.kind === 'at' ? undefined : ROW_STEP
  const position = freePosition(graph, adding.position, step)
  const node = newNode(graph, { ...adding, position })
  return { graph: { ...graph, nodes: [...graph.nodes, node] }, nodeId: node.id }
}

/** The output that a node of this type would be connected to. */
function outputToUse(graph: Graph, adding: Adding): HandleShape | undefined {
  if (adding.placement.kind !== 'after') return undefined
  const { nodeId, handle } = adding.placement
  const node = findNode(graph, nodeId)
  if (!node) return undefined
  const outputs = outputsOf(node.data.definition)
  const fits = (output: HandleShape) => inputFor(adding.definition, output) !== undefined
  if (handle !== undefined) return outputs.filter(({ id }) => id === handle).find(fits)
  return openOutputs(graph, nodeId).find(fits) ?? outputs.find(fits)
}

/** To the right of a node, or below the start of its row if the row is full. */
function positionAfter(graph: Graph, source: WorkflowNode, columns: number): NodePosition {
  const { x, y } = source.position
  const before = new Set(ancestorsOf(graph, source.id))
  const lefts = graph.nodes.filter(({ id }) => before.has(id)).map(({ position }) => position.x)
  const start = Math.min(x, ...lefts)
  // A row that the user drew longer than this stays one row.
  const isFull = Math.round((x - start) / COLUMN_STEP) === columns - 1
  return isFull ? { x: start, y: y + ROW_STEP } : { x: x + COLUMN_STEP, y }
}

function addAfter<G extends Graph>(graph: G, adding: Adding): Added<G> | undefined {
  if (adding.placement.kind !== 'after') return undefined
  const { placement, columns = Number.POSITIVE_INFINITY } = adding
  const { nodeId } = placement
  const source = findNode(graph, nodeId)
  const output = outputToUse(graph, adding)
  const input = output && inputFor(adding.definition, output)
  if (!source || !input) return undefined
  const position = positionAfter(graph, source, columns)
  const added = withNode(graph, { ...adding, position })
  const ends = {
    source: nodeId,
    sourceHandle: output.id,
    target: added.nodeId,
    targetHandle: input.id,
  }
  return { ...added, graph: connect(added.graph, ends) }
}

/** A node and what is downstream of it; in its row, only what lines to the right reach. */
function downstream(graph: Graph, nodeId: string, isRowOnly: boolean): Set<string> {
  const lefts = new Map(graph.nodes.map(({ id, position }) => [id, position.x]))
  const found = new Set([nodeId])
  for (const id of found) {
    for (const { source, target } of graph.connections) {
      const isRight = (lefts.get(target) ?? 0) > (lefts.get(source) ?? 0)
      if (source === id && (isRight || !isRowOnly)) found.add(target)
    }
  }
  return found
}

function shift<G extends Graph>(graph: G, ids: ReadonlySet<string>, by: NodePosition): G {
  const moved = graph.nodes.filter(({ id }) => ids.has(id))
  return moveNodes(
    graph,
    Object.fromEntries(
      moved.map(({ id, position }) => [id, { x: position.x + by.x, y: position.y + by.y }]),
    ),
  )
}

interface Between {
  source: WorkflowNode
  target: WorkflowNode
}

/** Moves the target and what follows it until a card fits before it, and returns the card's position. */
function makeRoom<G extends Graph>(graph: G, { source, target }: Between) {
  const [from, to] = [source.position, target.position]
  if (to.x <= from.x) {
    // The target starts a row: the new card does, and the rows from there move down.
    const after = downstream(graph, target.id, false)
    const below = graph.nodes.filter(({ id, position }) => after.has(id) && position.y >= to.y)
    const ids = new Set(below.map(({ id }) => id))
    return { roomy: shift(graph, ids, { x: 0, y: ROW_STEP }), position: to }
  }
  const position = { x: from.x + COLUMN_STEP, y: Math.round((from.y + to.y) / 2) }
  const missing = position.x + COLUMN_STEP - to.x
  if (missing <= 0) return { roomy: graph, position }
  const ids = downstream(graph, target.id, true)
  return { roomy: shift(graph, ids, { x: missing, y: 0 }), position }
}

/** The connection's ends with a matching input and output of the new node between them. */
function wayThrough(graph: Graph, adding: Adding) {
  if (adding.placement.kind !== 'on') return undefined
  const { connectionId } = adding.placement
  const connection = graph.connections.find(({ id }) => id === connectionId)
  const source = connection && findNode(graph, connection.source)
  const target = connection && findNode(graph, connection.target)
  if (!connection || !source || !target) return undefined
  const before = findHandle(outputsOf(source.data.definition), connection.sourceHandle)
  const after = findHandle(inputsOf(target.data.definition), connection.targetHandle)
  const input = before && inputFor(adding.definition, before)
  const output = after && outputFor(adding.definition, after)
  return input && output ? { connection, source, target, input, output } : undefined
}

function insertOn<G extends Graph>(graph: G, adding: Adding): Added<G> | undefined {
  const way = wayThrough(graph, adding)
  if (!way) return undefined
  const { connection, source, target, input, output } = way
  const { roomy, position } = makeRoom(removeConnection(graph, connection.id), { source, target })
  const { graph: placed, nodeId } = withNode(roomy, { ...adding, position })
  const joined = connect(placed, { ...connection, target: nodeId, targetHandle: input.id })
  return {
    graph: connect(joined, { ...connection, source: nodeId, sourceHandle: output.id }),
    nodeId,
  }
}

/** Adds a node at its placement; undefined if that type does not fit there. */
export function addNode<G extends Graph>(graph: G, adding: Adding): Added<G> | undefined {
  const { placement } = adding
  if (placement.kind === 'after') return addAfter(graph, adding)
  if (placement.kind === 'on') return insertOn(graph, adding)
  return withNode(graph, { ...adding, position: placement.position })
}

/** Whether a node of this type fits there. */
export function fitsAt(graph: Graph, { definition, placement }: Omit<Adding, 'now'>): boolean {
  if (placement.kind === 'at') return true
  const adding = { definition, placement, now: 0 }
  if (placement.kind === 'after') return outputToUse(graph, adding) !== undefined
  return wayThrough(graph, adding) !== undefined
}
