import { notesOf } from '../graph/notes.ts'
import type { WorkflowContent } from '../graph/workflow-draft.ts'

/** Current selection: any number of nodes and notes, or one connection. */
export interface NodeSelection {
  nodes: ReadonlySet<string>
  connection: string | undefined
}

export const NOTHING: NodeSelection = { nodes: new Set(), connection: undefined }

export function selectOnly(...ids: string[]): NodeSelection {
  return { nodes: new Set(ids), connection: undefined }
}

/** Removes deleted nodes and connections from the selection. */
export function pruneSelection(selection: NodeSelection, content: WorkflowContent): NodeSelection {
  const there = new Set([...content.nodes, ...notesOf(content)].map(({ id }) => id))
  const nodes = [...selection.nodes].filter((id) => there.has(id))
  const { connection } = selection
  const isThere =
    connection === undefined || content.connections.some(({ id }) => id === connection)
  if (isThere && nodes.length === selection.nodes.size) return selection
  return { nodes: new Set(nodes), connection: isThere ? connection : undefined }
}
