import type { Template } from '@plinth/schema'

/** How many branches lead to each node of a template, by node id. */
export function branchDepths({ nodes }: Template): ReadonlyMap<string, number> {
  const depths = new Map<string, number>()
  for (const [at, { id, after }] of nodes.entries()) {
    const before = depths.get(after?.[0] ?? nodes[at - 1]?.id ?? '') ?? 0
    depths.set(id, after ? before + 1 : before)
  }
  return depths
}
