import type { RunNode } from '@plinth/contract'

/** State of a node in the shown run. */
export interface NodeState {
  status: RunNode['status']
  /** Highest number of attempts for one item. */
  attempts: number
  /** Total duration of the last attempts over all items; null until one has ended. */
  ms: number | null
}

/** Node states by node id. */
export type NodeStates = Readonly<Record<string, NodeState>>

/** Precedence of statuses when a loop ran a node several times. */
const ORDER: readonly RunNode['status'][] = [
  'running',
  'waiting',
  'failed',
  'cancelled',
  'succeeded',
]

/** Last known attempt of each step of a run. */
export type StepStates = ReadonlyMap<string, Pick<RunNode, 'nodeId'> & NodeState>

function durationOf({ startedOn, endedOn }: RunNode): number | null {
  return endedOn === null ? null : Date.parse(endedOn) - Date.parse(startedOn)
}

/** Applies an event; an older attempt never replaces a newer one. */
export function applyEvent(steps: StepStates, nodes: readonly RunNode[]): StepStates {
  const next = new Map(steps)
  for (const node of nodes) {
    const { key, nodeId, attempt, status } = node
    const existing = next.get(key)
    const update = { nodeId, attempts: attempt, status, ms: durationOf(node) }
    if (!existing || existing.attempts <= attempt) next.set(key, update)
  }
  return next
}

function combine(one: NodeState, other: NodeState): NodeState {
  const [status = other.status] = ORDER.filter(
    (name) => name === one.status || name === other.status,
  )
  const attempts = Math.max(one.attempts, other.attempts)
  const ms = one.ms === null ? other.ms : one.ms + (other.ms ?? 0)
  return { status, attempts, ms }
}

function isSame(one: NodeState, other: NodeState): boolean {
  return one.status === other.status && one.attempts === other.attempts && one.ms === other.ms
}

/** State of each node; an unchanged state keeps its identity. */
export function statesOf(steps: StepStates, before: NodeStates): NodeStates {
  const states = new Map<string, NodeState>()
  for (const { nodeId, ...state } of steps.values()) {
    const existing = states.get(nodeId)
    states.set(nodeId, existing ? combine(existing, state) : state)
  }
  return Object.fromEntries(
    [...states].map(([id, state]) => {
      const old = Object.hasOwn(before, id) ? before[id] : undefined
      return [id, old && isSame(old, state) ? old : state]
    }),
  )
}
