import { Graph as Dagre, layout } from '@dagrejs/dagre'
import { NODE_HEIGHT, NODE_WIDTH, type NodePosition, SNAP } from './graph.ts'

/** Only what the layout needs, to keep the message to the worker small. */
export interface Outline {
  nodes: { id: string; height: number }[]
  connections: { id: string; source: string; target: string }[]
}

export type NodePositions = Record<string, NodePosition>

const snap = (value: number) => Math.round(value / SNAP) * SNAP

/** Left-to-right layout along the connections. */
export function layoutGraph({ nodes, connections }: Outline): NodePositions {
  const graph = new Dagre({ multigraph: true })
  graph.setGraph({ rankdir: 'LR', nodesep: 40, ranksep: 80, marginx: 40, marginy: 40 })
  graph.setDefaultEdgeLabel(() => ({}))
  for (const { id, height } of nodes) graph.setNode(id, { width: NODE_WIDTH, height })
  for (const { id, source, target } of connections) graph.setEdge(source, target, {}, id)
  if (nodes.length > 0) layout(graph)
  return Object.fromEntries(
    nodes.map(({ id, height }) => {
      const { x, y } = graph.node(id)
      return [id, { x: snap(x - NODE_WIDTH / 2), y: snap(y - (height || NODE_HEIGHT) / 2) }]
    }),
  )
}
