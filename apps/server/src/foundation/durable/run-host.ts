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

/** A run that can be executed. The journal stores what `executeStep` returns. */
export interface LoadedRun {
  plan: Plan
  settings: WorkflowSettings
  payload: Json | undefined
  /** True if an earlier attempt has recorded that the run started. */
  hasStarted: boolean
  executeStep(given: StepToExecute): Promise<JournaledOutcome>
  /** The outcome of a step that is certain without running it, and so needs no journal entry. */
  knownOutcome(step: Step): Outcome | undefined
  /** Called after the journal has a step's outcome, to have its record written later. Idempotent. */
  deferRecord(taken: ExecutedStep): void
  /** Resolves when all deferred records are written. */
  flush(): Promise<void>
  /** Ends the run and writes the records that are still missing. */
  end(ending: RunEnding): Promise<void>
}

interface ExecutedStep {
  step: Step
  attempt: number
  outcome: Outcome
}

export interface StepToExecute {
  scheduler: Scheduler
  step: Step
  attempt: number
  /** Aborted when this attempt at the run is over. */
  signal: AbortSignal
}

export type RunEnding =
  | { status: 'succeeded'; result: Json }
  | { status: 'failed'; result: Json; error: { node: string; message: string } }
  | { status: 'cancelled' }

interface WorkflowCall {
  step: Step
  attempt: number
  workflow: string
  input: Json
  signal: AbortSignal
}

interface EndedCall {
  step: Step
  called: string
  workflow: string
  signal: AbortSignal
}

export type CalledRun = { runId: string } | { refusal: string }

/** What executing a run needs from the rest of the server. Every method is idempotent. */
export interface RunHost {
  /** Loads a run for this attempt; undefined if the run does not exist or has no slot yet. */
  load(runId: string, signal: AbortSignal): Promise<LoadedRun | undefined>
  setWaiting(runId: string, waits: boolean): Promise<void>
  /** Records the end of a step that slept or called another workflow. */
  endStep(runId: string, step: Step, outcome: Outcome): Promise<void>
  /** Creates the run of the workflow that a step calls; repeated, it returns the same run. */
  startCall(runId: string, call: WorkflowCall): Promise<CalledRun>
  /** Reads the outcome of a called run that has ended, and records it for the calling step. */
  endCall(runId: string, call: EndedCall): Promise<JournaledOutcome>
  /** Reads the recorded outcome of a step whose journal entry is too small to hold it. */
  readOutcome(
    runId: string,
    taken: { key: string; attempt: number; awaiting: Awaiting | undefined },
  ): Promise<Outcome>
  /** Cancels called runs whose result is no longer needed. */
  cancelCalls(runIds: readonly string[]): Promise<void>
}
