import type { JournaledOutcome, Outcome, Turn } from '@plinth/engine'
import type * as restate from '@restatedev/restate-sdk'

/** Something that a walk waited for has come. */
export type Arrival =
  | { kind: 'timeout' }
  | { kind: 'outcome'; turn: Turn; attempt: number; outcome: JournaledOutcome }
  | { kind: 'waited'; turn: Turn; attempt: number; outcome: JournaledOutcome }
  | { kind: 'called'; turn: Turn; attempt: number; workflow: string; runId: string }
  | { kind: 'answered'; turn: Turn; attempt: number; workflow: string; runId: string }
  | { kind: 'again'; turn: Turn; attempt: number }

/** One attempt of a turn. */
export interface Place {
  turn: Turn
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
