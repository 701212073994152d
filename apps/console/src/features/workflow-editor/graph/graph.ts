import type { Connection, WorkflowNode } from '@plinth/contract'

/** Nodes and connections of the canvas. */
export interface Graph {
  nodes: readonly WorkflowNode[]
  connections: readonly Connection[]
}

export interface NodePosition {
  x: number
  y: number
}

export const NODE_WIDTH = 320
export const NODE_HEIGHT = 64
export const SNAP = 10
export const START_ZOOM = 0.9
/** Horizontal distance between the left edges of neighbouring nodes. */
export const COLUMN_STEP = NODE_WIDTH + 80
/** Vertical distance between two rows: a card, its result box of 208 px and a gap. */
export const ROW_STEP = 300

export function findNode(graph: Graph, id: string): WorkflowNode | undefined {
  return graph.nodes.find((node) => node.id === id)
}

/** Removes nodes together with their connections. */
export function removeNodes<G extends Graph>(graph: G, ids: ReadonlySet<string>): G {
  if (ids.size === 0) return graph
  return {
    ...graph,
    nodes: graph.nodes.filter(({ id }) => !ids.has(id)),
    connections: graph.connections.filter(
      ({ source, target }) => !ids.has(source) && !ids.has(target),
    ),
  }
}

export function removeConnection<G extends Graph>(graph: G, id: string): G {
  return { ...graph, connections: graph.connections.filter((one) => one.id !== id) }
}

/** Moves nodes; a node whose position does not change keeps its identity. */
export function moveNodes<G extends Graph>(
  graph: G,
  places: Readonly<Record<string, NodePosition>>,
): G {
  let isMoved = false
  const nodes = graph.nodes.map((node) => {
    const place = places[node.id]
    if (!place || (place.x === node.position.x && place.y === node.position.y)) return node
    isMoved = true
    return { ...node, position: { x: place.x, y: place.y } }
  })
  return isMoved ? { ...graph, nodes } : graph
}

interface NodeChange {
  id: string
  change: (data: WorkflowNode['data']) => WorkflowNode['data']
}

/** Updates the data of one node. */
export function changeNode<G extends Graph>(graph: G, { id, change }: NodeChange): G {
  const nodes = graph.nodes.map((node) =>
    node.id === id ? { ...node, data: change(node.data) } : node,
  )
  return { ...graph, nodes }
}

interface NodePin {
  id: string
  /** Undefined removes the pin. */
  value: WorkflowNode['data']['pinned']
}

/** Pins a fixed output of one node for test runs. */
export function pinNode<G extends Graph>(graph: G, { id, value }: NodePin): G {
  return changeNode(graph, {
    id,
    change: ({ pinned: _, ...data }) => (value === undefined ? data : { ...data, pinned: value }),
  })
}
