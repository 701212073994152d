import type { NodeDefinition } from '@plinth/contract'
import { connect, inputFor, openOutputs, outputFor } from './connect.ts'
import {
  findNode,
  type Graph,
  moveNodes,
  NODE_WIDTH,
  type NodePosition,
  removeConnection,
} from './graph.ts'
import { findHandle, type HandleShape, inputsOf, outputsOf } from './handles.ts'
import { freePosition, newNode } from './new-node.ts'

/** Where the next node is added. */
export type Placement =
  | { kind: 'at'; position: NodePosition }
  | { kind: 'after'; nodeId: string; handle?: string }
  | { kind: 'on'; connectionId: string }

/** Horizontal distance between the left edges of neighbouring nodes. */
const STEP = NODE_WIDTH + 80

interface Adding {
  definition: NodeDefinition
  placement: Placement
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
  const position = freePosition(graph, adding.position)
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

function addAfter<G extends Graph>(graph: G, adding: Adding): Added<G> | undefined {
  if (adding.placement.kind !== 'after') return undefined
  const { nodeId } = adding.placement
  const source = findNode(graph, nodeId)
  const output = outputToUse(graph, adding)
  const input = output && inputFor(adding.definition, output)
  if (!source || !input) return undefined
  const { x, y } = source.position
  const added = withNode(graph, { ...adding, position: { x: x + STEP, y } })
  const ends = {
    source: nodeId,
    sourceHandle: output.id,
    target: added.nodeId,
    targetHandle: input.id,
  }
  return { ...added, graph: connect(added.graph, ends) }
}

/** A node and everything downstream of it. */
function downstream(graph: Graph, nodeId: string): Set<string> {
  const found = new Set([nodeId])
  for (const id of found) {
    for (const { source, target } of graph.connections) if (source === id) found.add(target)
  }
  return found
}

/** Moves a node and its downstream nodes to the right until a card fits before it. */
function makeRoom<G extends Graph>(graph: G, { from, left }: { from: string; left: number }): G {
  const target = findNode(graph, from)
  const missing = target ? left + STEP - target.position.x : 0
  if (missing <= 0) return graph
  const ids = downstream(graph, from)
  const moved = graph.nodes.filter(({ id, position }) => ids.has(id) && position.x + missing > left)
  return moveNodes(
    graph,
    Object.fromEntries(
      moved.map(({ id, position }) => [id, { x: position.x + missing, y: position.y }]),
    ),
  )
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
  const x = source.position.x + STEP
  const y = Math.round((source.position.y + target.position.y) / 2)
  const roomy = makeRoom(removeConnection(graph, connection.id), { from: target.id, left: x })
  const { graph: placed, nodeId } = withNode(roomy, { ...adding, position: { x, y } })
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
