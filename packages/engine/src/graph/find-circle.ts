import type { Graph } from './graph.ts'

/** Labels of the nodes of a cycle; undefined if the graph is acyclic. */
export function findCircle({ nodes, wires }: Graph): string[] | undefined {
  const left = new Map(nodes.map(({ id }) => [id, 0]))
  const targets = new Map<string, string[]>(nodes.map(({ id }) => [id, []]))
  for (const { source, target } of wires) {
    left.set(target, (left.get(target) ?? 0) + 1)
    targets.get(source)?.push(target)
  }
  const free = nodes.filter(({ id }) => left.get(id) === 0).map(({ id }) => id)
  for (let id = free.pop(); id !== undefined; id = free.pop()) {
    for (const target of targets.get(id) ?? []) {
      const count = (left.get(target) ?? 0) - 1
      left.set(target, count)
      if (count === 0) free.push(target)
    }
  }
  const caught = nodes.filter(({ id }) => (left.get(id) ?? 0) > 0).map(({ id }) => id)
  return caught.length === 0 ? undefined : traceBack(caught, { nodes, wires })
}

/** Every remaining node has a remaining predecessor, so walking backwards must reach a node twice. */
function traceBack(caught: readonly string[], { nodes, wires }: Graph): string[] {
  const stuck = new Set(caught)
  const before = new Map<string, string>()
  for (const { source, target } of wires) if (stuck.has(source)) before.set(target, source)
  const trail: string[] = []
  let at = caught[0] ?? ''
  while (!trail.includes(at)) {
    trail.push(at)
    at = before.get(at) ?? at
  }
  const labels = new Map(nodes.map(({ id, label }) => [id, label]))
  const round = [at, ...trail.slice(trail.indexOf(at)).toReversed()]
  return round.map((id) => labels.get(id) ?? id)
}
