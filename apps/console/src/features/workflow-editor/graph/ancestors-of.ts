import type { Graph } from './graph.ts'

/** Ids of all nodes before a node, nearest first. */
export function ancestorsOf({ connections }: Graph, nodeId: string): string[] {
  const found = new Set<string>()
  let ring = [nodeId]
  while (ring.length > 0) {
    const reached = new Set(ring)
    const before = connections
      .filter(({ target }) => reached.has(target))
      .map(({ source }) => source)
    ring = [...new Set(before)].filter((id) => !found.has(id) && id !== nodeId)
    for (const id of ring) found.add(id)
  }
  return [...found]
}
