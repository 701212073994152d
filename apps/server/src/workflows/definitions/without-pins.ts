import type { WorkflowNode } from '@plinth/contract'

/** Removes pinned data: pins are for editing and are never copied elsewhere. */
export function withoutPins(nodes: readonly WorkflowNode[]): WorkflowNode[] {
  return nodes.map((node) => {
    if (node.data.pinned === undefined) return node
    const { pinned: _, ...data } = node.data
    return { ...node, data }
  })
}
