import type { Ending, JournaledOutcome, Outcome, Step } from '@plinth/engine'
import type * as restate from '@restatedev/restate-sdk'
import type { RunEnding } from './run-world.ts'

interface CalledArrival extends Place {
  kind: 'called'
  workflow: string
  runId: string
  /** Of the call that starts the run; missing in journals from before calls were signed. */
  signature?: string
}

/** Something that a walk waited for has come. */
export type Arrival =
  | { kind: 'timeout' }
  | { kind: 'outcome'; turn: Step; attempt: number; outcome: JournaledOutcome }
  | { kind: 'waited'; turn: Step; attempt: number; outcome: JournaledOutcome }
  | CalledArrival
  | { kind: 'answered'; turn: Step; attempt: number; workflow: string; runId: string }
  | { kind: 'again'; turn: Step; attempt: number }

/** One attempt of a turn. */
export interface Place {
  turn: Step
  attempt: number
}

/** A failure that trying again does not mend. */
export const failed = (message: string): Outcome => ({
  status: 'failed',
  failure: { message, retry: false },
})

/** Something that a walk waits for. */
export interface Pending {
  promise: restate.RestatePromise<Arrival>
  /** Nothing is done meanwhile. */
  isWait: boolean
}

export function toEnding(ending: Ending): RunEnding {
  if (ending.status === 'succeeded') return ending
  const { result, node, message } = ending
  return { status: 'failed', result, error: { node, message } }
}
