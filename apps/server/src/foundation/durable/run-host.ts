import type { WorkflowSettings } from '@plinth/contract'
import type {
  ApprovalRequest,
  Awaiting,
  JournaledOutcome,
  Json,
  Outcome,
  Plan,
  Scheduler,
  Step,
} from '@plinth/engine'

/** What executing a step returns: its outcome, or that its project is stopped and nothing was executed. */
export type StepResult = JournaledOutcome | { status: 'stopped' }

/** A run that can be executed. The journal stores what `executeStep` returns. */
export interface LoadedRun {
  plan: Plan
  settings: WorkflowSettings
  payload: Json | undefined
  /** True if an earlier attempt has recorded that the run started. */
  hasStarted: boolean
  /** The outcome of a step that is certain without running it, and so needs no journal entry. */
  knownOutcome(step: Step): Outcome | undefined
  executeStep(given: StepToExecute): Promise<StepResult>
  /** Called after the journal has a step's outcome, to have its record written later. Idempotent. */
  deferRecord(taken: ExecutedStep): void
  /** Reads the recorded outcome of a step whose journal entry is too small to hold it. */
  readOutcome(taken: {
    key: string
    attempt: number
    awaiting: Awaiting | undefined
  }): Promise<Outcome>
  setWaiting(waits: boolean): Promise<void>
  /** Records the end of a step that slept or called another workflow. Idempotent. */
  endStep(step: Step, outcome: Outcome): Promise<void>
  /** Creates the run of the workflow that a step calls; repeated, it returns the same run. */
  startCall(call: WorkflowCall): Promise<CalledRun>
  /** Reads the outcome of a called run that has ended, and records it for the calling step. Idempotent. */
  endCall(call: EndedCall): Promise<JournaledOutcome>
  /**
   * Creates the approval of a step with the awakeable that its end resolves, or gives it a new awakeable. Returns the
   * outcome instead if the approval has ended. Idempotent.
   */
  askApproval(ask: ApprovalAsk): Promise<JournaledOutcome | { status: 'open' }>
  /** Ends the run and writes the records that are still missing. Idempotent. */
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

interface ApprovalAsk {
  step: Step
  request: ApprovalRequest
  awakeable: string
  signal: AbortSignal
}

export type CalledRun = { runId: string } | { refusal: string }

/** Stored data of a run is damaged: the run ends as failed with this message, which users read. */
export class UnreadableRun extends Error {}

/** What executing runs needs from the rest of the server. */
export interface RunHost {
  /** Loads a run for this attempt; undefined if the run does not exist or has no slot yet. */
  load(runId: string, signal: AbortSignal): Promise<LoadedRun | undefined>
  /** Cancels called runs whose result is no longer needed. */
  cancelCalls(runIds: readonly string[]): Promise<void>
}
