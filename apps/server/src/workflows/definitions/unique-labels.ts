import type { WorkflowNode } from '@plinth/contract'

/** Results and expressions refer to nodes by label, so a repeated label gets a number. */
export function uniqueLabels(nodes: readonly WorkflowNode[]): WorkflowNode[] {
  const labels = new Set(nodes.map(({ data }) => data.label))
  const taken = new Set<string>()
  return nodes.map((node) => {
    const wanted = node.data.label || node.data.definition.display_name
    let label = wanted
    for (let number = 2; taken.has(label); number += 1) {
      const next = `${wanted.slice(0, 190)} ${number}`
      if (!labels.has(next) && !taken.has(next)) label = next
    }
    taken.add(label)
    return label === node.data.label ? node : { ...node, data: { ...node.data, label } }
  })
}
