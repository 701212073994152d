import type { Graph } from './graph.ts'

/** Whether any of the nodes is active. */
export function isAnyActive({ nodes }: Graph, ids: ReadonlySet<string>): boolean {
  return nodes.some(({ id, data }) => ids.has(id) && data.active)
}

/** Deactivates the nodes, or activates them if none is active. */
export function toggleActive<G extends Graph>(graph: G, ids: ReadonlySet<string>): G {
  const active = !isAnyActive(graph, ids)
  const nodes = graph.nodes.map((node) =>
    ids.has(node.id) ? { ...node, data: { ...node.data, active } } : node,
  )
  return { ...graph, nodes }
}
