import type { RunNode } from '@plinth/contract'

/** How far a node is in the run that is shown. */
export interface NodeState {
  status: RunNode['status']
  /** How often it was tried, at most, for one item. */
  attempts: number
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
export type Turns = ReadonlyMap<string, Pick<RunNode, 'nodeId' | 'attempt' | 'status'>>

/** Takes in what an event told; an older attempt never covers a newer one. */
export function takeIn(turns: Turns, nodes: readonly RunNode[]): Turns {
  const next = new Map(turns)
  for (const { key, nodeId, attempt, status } of nodes) {
    const known = next.get(key)
    if (!known || known.attempt <= attempt) next.set(key, { nodeId, attempt, status })
  }
  return next
}

function together(one: NodeState, other: NodeState): NodeState {
  const [status = other.status] = ORDER.filter(
    (name) => name === one.status || name === other.status,
  )
  const attempts = Math.max(one.attempts, other.attempts)
  return { status, attempts }
}

/** The state of each node; one that did not change stays the same object. */
export function statesOf(turns: Turns, before: NodeStates): NodeStates {
  const states = new Map<string, NodeState>()
  for (const { nodeId, attempt, status } of turns.values()) {
    const known = states.get(nodeId)
    const state = { status, attempts: attempt }
    states.set(nodeId, known ? together(known, state) : state)
  }
  return Object.fromEntries(
    [...states].map(([id, state]) => {
      const old = Object.hasOwn(before, id) ? before[id] : undefined
      const isSame = old?.status === state.status && old.attempts === state.attempts
      return [id, isSame ? old : state]
    }),
  )
}
