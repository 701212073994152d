import type { Outcome } from '@plinth/engine'
import * as restate from '@restatedev/restate-sdk'
import { type CallSigner, SIGNATURE_HEADER } from './call-signer.ts'
import { type Arrival, failed, type StepAttempt } from './run-arrival.ts'
import type { LoadedRun } from './run-host.ts'
import { bodyOf, signTarget, targetOf } from './runtime-target.ts'

/** The run that calls another one. */
interface Caller {
  ctx: restate.Context
  run: LoadedRun
  signer: CallSigner
  signal: AbortSignal
}

const targetOfRun = (runId: string) => targetOf({ id: '', topic: 'run', key: runId })

/** Creates the run of the called workflow; it is started once the journal has its id. */
export function createCalled(
  { ctx, run, signer, signal }: Caller,
  {
    step,
    attempt,
    outcome: { workflow, input },
  }: StepAttempt & { outcome: Extract<Outcome, { status: 'call' }> },
): restate.RestatePromise<Arrival> {
  const created = ctx.run(`${step.key} ${attempt} call`, async () => {
    const called = await run.startCall({ step, attempt, workflow, input, signal })
    // The journal stores the signature, so that a replay makes the same call.
    return 'runId' in called
      ? { ...called, signature: signTarget(signer, targetOfRun(called.runId)).signature }
      : called
  })
  return created.map((called, failure): Arrival => {
    if (failure || !called) throw failure ?? new restate.TerminalError('run: call without a run id')
    if ('runId' in called) return { kind: 'called', step, attempt, workflow, ...called }
    return { kind: 'waited', step, attempt, outcome: failed(called.refusal) }
  })
}

/** Starts the called run and waits for its end. */
export function awaitCalled(
  { ctx }: Caller,
  called: Extract<Arrival, { kind: 'called' }>,
): restate.RestatePromise<Arrival> {
  const { runId, signature } = called
  const { body, ...target } = targetOfRun(runId)
  const ended = ctx.genericCall({
    ...target,
    headers: signature === undefined ? {} : { [SIGNATURE_HEADER]: signature },
    parameter: Buffer.from(bodyOf({ ...target, body })),
  })
  return ended.map((_, failure): Arrival => {
    if (failure instanceof restate.CancelledError) throw failure
    return { ...called, kind: 'answered' }
  })
}

/** Reads the outcome of a called run that has ended. */
export function readAnswer(
  { ctx, run, signal }: Caller,
  { step, attempt, runId, workflow }: Extract<Arrival, { kind: 'answered' }>,
): restate.RestatePromise<Arrival> {
  const ended = ctx.run(`${step.key} ${attempt} answer`, () =>
    run.endCall({ step, called: runId, workflow, signal }),
  )
  return ended.map((outcome, failure): Arrival => {
    if (failure || !outcome)
      throw failure ?? new restate.TerminalError('run: called run without an outcome')
    return { kind: 'waited', step, attempt, outcome }
  })
}
