import * as restate from '@restatedev/restate-sdk'
import type { ApprovalOutcome, Arrival, StepAttempt } from './run-arrival.ts'
import type { LoadedRun } from './run-host.ts'

type Asked = StepAttempt & { outcome: ApprovalOutcome }

/**
 * Creates the approval of a step, or reads its outcome if it has ended. The database has the state: a run that is woken
 * early finds the approval open, and waits again.
 */
export function askForApproval(
  { ctx, run, signal }: { ctx: restate.Context; run: LoadedRun; signal: AbortSignal },
  { step, attempt, outcome }: Asked,
): restate.RestatePromise<Arrival> {
  const { id: awakeable, promise: ended } = ctx.awakeable<null>()
  const asked = ctx.run(`${step.key} ${attempt} approval`, () =>
    run.askApproval({ step, request: outcome.request, awakeable, signal }),
  )
  return asked.map((answer, failure): Arrival => {
    if (failure || !answer)
      throw failure ?? new restate.TerminalError('run: approval without an answer')
    if (answer.status === 'open') return { kind: 'asked', step, attempt, outcome, ended }
    return { kind: 'waited', step, attempt, outcome: answer }
  })
}

/** Waits until the approval ends. */
export function awaitDecision(
  asked: Extract<Arrival, { kind: 'asked' }>,
): restate.RestatePromise<Arrival> {
  const { step, attempt, outcome } = asked
  return asked.ended.map((_, failure): Arrival => {
    if (failure instanceof restate.CancelledError) throw failure
    return { kind: 'decided', step, attempt, outcome }
  })
}
