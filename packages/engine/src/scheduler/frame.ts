import type { Wire } from '../graph/graph.ts'
import type { Json } from '../node/json.ts'
import type { Plan } from './plan-run.ts'
import { type PlannedNode, type Region, regionKey } from './plan-run.ts'

/** One execution of a region: the whole run, or one item of a loop. */
export interface Frame {
  region: Region
  /** Item index in each enclosing loop, outermost first. */
  items: readonly number[]
  parent: Frame | undefined
  /** Number of undecided incoming connections by node. */
  undecided: Map<string, number>
  /** Values received over active connections. */
  arrived: Map<Wire, Json>
  /** Number of nodes that have neither finished nor been skipped. */
  left: number
  values: Map<string, Json>
  /** True once the item has failed; results of its remaining steps are ignored. */
  closed: boolean
}

export function openFrame(
  plan: Plan,
  position: { region: Region; items: readonly number[]; parent: Frame | undefined },
): Frame {
  const nodes: readonly PlannedNode[] = plan.regions.get(regionKey(position.region)) ?? []
  return {
    ...position,
    undecided: new Map(nodes.map(({ node, incoming }) => [node.id, incoming.length])),
    arrived: new Map(),
    left: nodes.length,
    values: new Map(),
    closed: false,
  }
}

/** Whether the frame or an enclosing frame has failed. */
export function isClosed(frame: Frame): boolean {
  for (let at: Frame | undefined = frame; at; at = at.parent) if (at.closed) return true
  return false
}
