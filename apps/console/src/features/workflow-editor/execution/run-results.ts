import type { RunNode } from '@plinth/contract'

type Json = RunNode['output']

/** The last recorded attempt of each node, by node id; in a loop that of the last item. */
export function lastRecords(nodes: readonly RunNode[]): ReadonlyMap<string, RunNode> {
  const last = new Map<string, RunNode>()
  for (const node of nodes) {
    const known = last.get(node.nodeId)
    const isOlder =
      known !== undefined &&
      (known.startedOn > node.startedOn || (known.key === node.key && known.attempt > node.attempt))
    if (!isOlder) last.set(node.nodeId, node)
  }
  return last
}

/** Outputs by label of the nodes that succeeded, and the messages of those that failed. */
export function resultsOf(nodes: readonly RunNode[]): Readonly<Record<string, Json>> {
  const results = new Map<string, Json>()
  for (const { label, status, output, error } of lastRecords(nodes).values()) {
    if (status === 'succeeded') results.set(label, output)
    else if (status === 'failed') results.set(label, { error: error ?? '' })
  }
  return Object.fromEntries(results)
}

/** What each node produced, by node id. */
export function producedIn(nodes: readonly RunNode[]): ReadonlyMap<string, Json> {
  return new Map(
    [...lastRecords(nodes)].flatMap(([id, { status, output }]) =>
      status === 'succeeded' ? [[id, output] as const] : [],
    ),
  )
}
