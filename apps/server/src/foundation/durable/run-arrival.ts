import type { JournaledOutcome, Outcome, Step } from '@plinth/engine'
import type * as restate from '@restatedev/restate-sdk'

interface CalledArrival extends StepAttempt {
  kind: 'called'
  workflow: string
  runId: string
  /** Signature of the call that starts the run; missing in journals written before calls were signed. */
  signature?: string
}

export type ApprovalOutcome = Extract<Outcome, { status: 'approval' }>

interface AskedArrival extends StepAttempt {
  kind: 'asked'
  outcome: ApprovalOutcome
  /** Resolved when the approval has ended. */
  ended: restate.RestatePromise<null>
}

/** An event that a run waited for. */
export type Arrival =
  | { kind: 'timeout' }
  | { kind: 'outcome'; step: Step; attempt: number; outcome: JournaledOutcome }
  | { kind: 'waited'; step: Step; attempt: number; outcome: JournaledOutcome }
  | CalledArrival
  | { kind: 'answered'; step: Step; attempt: number; workflow: string; runId: string }
  | AskedArrival
  | { kind: 'decided'; step: Step; attempt: number; outcome: ApprovalOutcome }
  | { kind: 'again'; step: Step; attempt: number }
  | { kind: 'stopped'; step: Step; attempt: number }

export interface StepAttempt {
  step: Step
  attempt: number
}

/** A failure that a retry cannot repair. */
export const failed = (message: string): Outcome => ({
  status: 'failed',
  failure: { message, retry: false },
})

/** An event that a run waits for. */
export interface Pending {
  promise: restate.RestatePromise<Arrival>
  /** True for sleeps, called runs and approvals: no node is running meanwhile. */
  isWait: boolean
}
