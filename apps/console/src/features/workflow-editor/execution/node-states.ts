import type { RunNode } from '@plinth/contract'

/** How far a node is in the run that is shown. */
export interface NodeState {
  status: RunNode['status']
  /** How often it was tried, at most, for one item. */
  attempts: number
  /** How long its last attempts took, of all items together; null while none is over. */
  ms: number | null
}

/** States by the node's id. */
export type NodeStates = Readonly<Record<string, NodeState>>

/** What counts most when a loop took a node several times. */
const ORDER: readonly RunNode['status'][] = [
  'running',
  'waiting',
  'failed',
  'cancelled',
  'succeeded',
]

/** What is known of a run's turns: the last attempt of each. */
export type Turns = ReadonlyMap<string, Pick<RunNode, 'nodeId'> & NodeState>

function lasted({ startedOn, endedOn }: RunNode): number | null {
  return endedOn === null ? null : Date.parse(endedOn) - Date.parse(startedOn)
}

/** Takes in what an event told; an older attempt never covers a newer one. */
export function takeIn(turns: Turns, nodes: readonly RunNode[]): Turns {
  const next = new Map(turns)
  for (const node of nodes) {
    const { key, nodeId, attempt, status } = node
    const known = next.get(key)
    const told = { nodeId, attempts: attempt, status, ms: lasted(node) }
    if (!known || known.attempts <= attempt) next.set(key, told)
  }
  return next
}

function together(one: NodeState, other: NodeState): NodeState {
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

/** The state of each node; one that did not change stays the same object. */
export function statesOf(turns: Turns, before: NodeStates): NodeStates {
  const states = new Map<string, NodeState>()
  for (const { nodeId, ...state } of turns.values()) {
    const known = states.get(nodeId)
    states.set(nodeId, known ? together(known, state) : state)
  }
  return Object.fromEntries(
    [...states].map(([id, state]) => {
      const old = Object.hasOwn(before, id) ? before[id] : undefined
      return [id, old && isSame(old, state) ? old : state]
    }),
  )
}
