import type { Graph, GraphIssue, GraphNode, Wire } from '../graph/graph.ts'

/** Ids of the loops around a node, outermost first. */
export type Region = readonly string[]

export interface PlannedNode {
  node: GraphNode
  region: Region
  incoming: Wire[]
  outgoing: Wire[]
}

/** The part of a graph reachable from the starts, with the loop nesting of its nodes. */
export interface Plan {
  starts: readonly string[]
  nodes: ReadonlyMap<string, PlannedNode>
  byLabel: ReadonlyMap<string, PlannedNode>
  /** Nodes by region key. */
  regions: ReadonlyMap<string, readonly PlannedNode[]>
}

const LOOP = 'loop'
const EACH_ITEM = 'item'

/** Map key of a region; ids cannot contain line breaks. */
export function regionKey(region: Region): string {
  return region.join('\n')
}

function reach(from: readonly string[], targets: (id: string) => readonly string[]): Set<string> {
  const seen = new Set(from)
  const queue = [...from]
  for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
    for (const next of targets(id)) {
      if (seen.has(next)) continue
      seen.add(next)
      queue.push(next)
    }
  }
  return seen
}

function group(wires: readonly Wire[], by: 'source' | 'target'): Map<string, Wire[]> {
  return Map.groupBy(wires, (wire) => wire[by])
}

/** Plans a run from the starts; reports nodes that are both inside and outside a loop. */
export function planRun(
  graph: Graph,
  starts: readonly string[],
): { plan: Plan; issues: GraphIssue[] } {
  const out = group(graph.wires, 'source')
  const targetsOf = (id: string) => (out.get(id) ?? []).map(({ target }) => target)
  const reached = reach(starts, targetsOf)
  const wires = graph.wires.filter(({ source }) => reached.has(source))
  const [outgoing, incoming] = [group(wires, 'source'), group(wires, 'target')]
  const bodies = graph.nodes
    .filter(({ id, kind, active }) => kind === LOOP && active && reached.has(id))
    .map(({ id }) => {
      const entries = (outgoing.get(id) ?? []).filter(({ output }) => output === EACH_ITEM)
      const body = reach(
        entries.map(({ target }) => target),
        targetsOf,
      )
      return { loop: id, body }
    })
    // A nested loop has a smaller body, so this puts outer loops first.
    .toSorted((one, other) => other.body.size - one.body.size)
  const nodes = new Map<string, PlannedNode>()
  for (const node of graph.nodes) {
    if (!reached.has(node.id)) continue
    const region = bodies.filter(({ body }) => body.has(node.id)).map(({ loop }) => loop)
    nodes.set(node.id, {
      node,
      region,
      incoming: incoming.get(node.id) ?? [],
      outgoing: outgoing.get(node.id) ?? [],
    })
  }
  const plan = {
    starts,
    nodes,
    byLabel: new Map([...nodes.values()].map((planned) => [planned.node.label, planned])),
    regions: Map.groupBy(nodes.values(), ({ region }) => regionKey(region)),
  }
  return { plan, issues: wires.flatMap((wire) => checkWire(wire, plan)) }
}

/** A connection must stay in its region or enter the body of its loop. */
function checkWire(wire: Wire, plan: Plan): GraphIssue[] {
  const source = plan.nodes.get(wire.source)
  const target = plan.nodes.get(wire.target)
  if (!source || !target) return []
  const enters = source.node.kind === LOOP && source.node.active && wire.output === EACH_ITEM
  const expected = enters ? [...source.region, source.node.id] : source.region
  if (regionKey(expected) === regionKey(target.region)) return []
  const message = `"${target.node.label}" is inside a loop and also follows a node outside of it.`
  return [{ path: 'edges', message }]
}
