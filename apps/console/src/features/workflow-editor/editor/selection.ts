import type { Graph } from '../graph/graph.ts'

/** What is marked on the canvas: some nodes, or one connection. */
export interface NodeSelection {
  nodes: ReadonlySet<string>
  connection: string | undefined
}

export const NOTHING: NodeSelection = { nodes: new Set(), connection: undefined }

export function selectOnly(...ids: string[]): NodeSelection {
  return { nodes: new Set(ids), connection: undefined }
}

/** A selection without what is no longer there. */
export function pruneSelection(selection: NodeSelection, graph: Graph): NodeSelection {
  const there = new Set(graph.nodes.map(({ id }) => id))
  const nodes = [...selection.nodes].filter((id) => there.has(id))
  const { connection } = selection
  const isThere = connection === undefined || graph.connections.some(({ id }) => id === connection)
  if (isThere && nodes.length === selection.nodes.size) return selection
  return { nodes: new Set(nodes), connection: isThere ? connection : undefined }
}
