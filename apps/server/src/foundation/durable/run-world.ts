import type { WorkflowSettings } from '@plinth/contract'
import type {
  Awaiting,
  JournaledOutcome,
  Json,
  Outcome,
  Plan,
  Scheduler,
  Step,
} from '@plinth/engine'

/** A run that can be walked; what `take` gives is kept in the journal. */
export interface RunToWalk {
  plan: Plan
  settings: WorkflowSettings
  payload: Json | undefined
  /** An attempt before has put on record that it began. */
  isBegun: boolean
  take(given: TurnToTake): Promise<JournaledOutcome>
  /** What comes of a turn, where that is certain from the start and needs no journal. */
  known(turn: Step): Outcome | undefined
  /** Told what came of a turn once the journal has it; told again, it is the same. */
  note(taken: TakenTurn): void
  /** All that was noted is on record once this is through. */
  settle(): Promise<void>
  /** Ends it, with everything that is to be on record of it. */
  end(ending: RunEnding): Promise<void>
}

interface TakenTurn {
  turn: Step
  attempt: number
  outcome: Outcome
}

export interface TurnToTake {
  walk: Scheduler
  turn: Step
  attempt: number
  /** Aborted when nobody waits for the outcome any more. */
  signal: AbortSignal
}

export type RunEnding =
  | { status: 'succeeded'; result: Json }
  | { status: 'failed'; result: Json; error: { node: string; message: string } }
  | { status: 'cancelled' }

interface WorkflowCall {
  turn: Step
  attempt: number
  workflow: string
  input: Json
  signal: AbortSignal
}

interface AnsweredCall {
  turn: Step
  called: string
  workflow: string
  signal: AbortSignal
}

export type CalledRun = { runId: string } | { refusal: string }

/** What the walk of a run needs of the rest of the server; all of it may happen again and changes nothing. */
export interface RunWorld {
  /** Begins a run, or takes it up again, until this attempt at it is over; nothing if there is none that may begin. */
  load(runId: string, signal: AbortSignal): Promise<RunToWalk | undefined>
  setWaiting(runId: string, waits: boolean): Promise<void>
  /** A turn that only waited, or called another workflow, is over. */
  endTurn(runId: string, turn: Step, outcome: Outcome): Promise<void>
  /** Writes down the run of another workflow that a turn asks for; made again, it is the same run. */
  startCall(runId: string, call: WorkflowCall): Promise<CalledRun>
  /** What came of a run that was called, once it has ended; it is put on record at the caller's turn. */
  answerCall(runId: string, call: AnsweredCall): Promise<JournaledOutcome>
  /** What came of a turn of which the journal holds at most what it waited for. */
  readOutcome(
    runId: string,
    taken: { key: string; attempt: number; awaiting: Awaiting | undefined },
  ): Promise<Outcome>
  /** Stops runs that nobody waits for any more. */
  stopCalls(runIds: readonly string[]): Promise<void>
}
