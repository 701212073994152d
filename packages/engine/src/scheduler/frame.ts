import type { Wire } from '../graph/graph.ts'
import type { Json } from '../node/json.ts'
import type { Plan } from './plan-run.ts'
import { type PlannedNode, type Region, regionKey } from './plan-run.ts'

/** One pass through a region: the whole run, or one item of a loop. */
export interface Frame {
  region: Region
  /** The number of the item in each loop around, outermost first. */
  items: readonly number[]
  parent: Frame | undefined
  /** How many connections into a node have not been decided yet. */
  undecided: Map<string, number>
  /** What came in over connections that were taken. */
  arrived: Map<Wire, Json>
  /** Nodes that have neither finished nor been cut off. */
  left: number
  values: Map<string, Json>
  /** An item that failed: what is still under way in it counts no more. */
  closed: boolean
}

/** Opens a pass through a region. */
export function openFrame(
  plan: Plan,
  place: { region: Region; items: readonly number[]; parent: Frame | undefined },
): Frame {
  const nodes: readonly PlannedNode[] = plan.regions.get(regionKey(place.region)) ?? []
  return {
    ...place,
    undecided: new Map(nodes.map(({ node, incoming }) => [node.id, incoming.length])),
    arrived: new Map(),
    left: nodes.length,
    values: new Map(),
    closed: false,
  }
}

/** Whether a frame, or one around it, has failed. */
export function isClosed(frame: Frame): boolean {
  for (let at: Frame | undefined = frame; at; at = at.parent) if (at.closed) return true
  return false
}
