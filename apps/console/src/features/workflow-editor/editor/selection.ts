import type { Graph } from '../graph/graph.ts'

/** Current selection: any number of nodes, or one connection. */
export interface NodeSelection {
  nodes: ReadonlySet<string>
  connection: string | undefined
}

export const NOTHING: NodeSelection = { nodes: new Set(), connection: undefined }

export function selectOnly(...ids: string[]): NodeSelection {
  return { nodes: new Set(ids), connection: undefined }
}

/** Removes deleted nodes and connections from the selection. */
export function pruneSelection(selection: NodeSelection, graph: Graph): NodeSelection {
  const there = new Set(graph.nodes.map(({ id }) => id))
  const nodes = [...selection.nodes].filter((id) => there.has(id))
  const { connection } = selection
  const isThere = connection === undefined || graph.connections.some(({ id }) => id === connection)
  if (isThere && nodes.length === selection.nodes.size) return selection
  return { nodes: new Set(nodes), connection: isThere ? connection : undefined }
}
