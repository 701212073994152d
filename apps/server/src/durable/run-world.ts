import type { WorkflowSettings } from '@plinth/contract'
import type { Json, Outcome, Plan, Turn, Walk } from '@plinth/engine'

/** A run that can be walked; what `take` gives is kept in the journal. */
export interface RunToWalk {
  plan: Plan
  settings: WorkflowSettings
  payload: Json | undefined
  /** Runs of one workflow that may be under way at once. */
  concurrency: number
  workflowId: string
  take(given: TurnToTake): Promise<Outcome>
}

export interface TurnToTake {
  walk: Walk
  turn: Turn
  attempt: number
  /** Turns may have been taken before that the journal does not know of. */
  isResumed: boolean
  /** Aborted when nobody waits for the outcome any more. */
  signal: AbortSignal
}

export type RunEnding =
  | { status: 'succeeded'; result: Json }
  | { status: 'failed'; result: Json; error: { node: string; message: string } }
  | { status: 'cancelled' }

/** What the walk of a run needs of the rest of the server; all of it may happen again and changes nothing. */
export interface RunWorld {
  load(runId: string): Promise<RunToWalk | undefined>
  /** `resumed` after a crash or a long wait; `over` if it was cancelled before it began. */
  begin(runId: string): Promise<'begun' | 'resumed' | 'over'>
  setWaiting(runId: string, waits: boolean): Promise<void>
  /** A turn that only waited, or called another workflow, is over. */
  endTurn(runId: string, turn: Turn, outcome: Outcome): Promise<void>
  end(runId: string, ending: RunEnding): Promise<void>
}
