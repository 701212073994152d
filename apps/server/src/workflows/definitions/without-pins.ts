import type { WorkflowNode } from '@plinth/contract'

/** Nodes without what is pinned to them: pins are for building, and go nowhere else. */
export function withoutPins(nodes: readonly WorkflowNode[]): WorkflowNode[] {
  return nodes.map((node) => {
    if (node.data.pinned === undefined) return node
    const { pinned: _, ...data } = node.data
    return { ...node, data }
  })
}
