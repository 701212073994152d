import { ApiError } from '@plinth/client'
import type { WorkflowNode } from '@plinth/contract'

/** The id of the first node that an error of the server names by its position, as in `nodes.2.data.parameters.url`. */
export function rejectedNode(error: unknown, nodes: readonly WorkflowNode[]): string | undefined {
  if (!(error instanceof ApiError) || !Array.isArray(error.details)) return undefined
  for (const issue of error.details as readonly { path?: unknown }[]) {
    const at = /^nodes\.(\d+)\b/.exec(String(issue.path))?.[1]
    if (at !== undefined) return nodes[Number(at)]?.id
  }
  return undefined
}
