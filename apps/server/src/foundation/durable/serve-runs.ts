import * as restate from '@restatedev/restate-sdk'
import type { CallSigner } from './call-signer.ts'
import { dispatchService } from './dispatch-service.ts'
import { executeRun } from './execute-run.ts'
import type { RunHost } from './run-host.ts'
import { RUNS } from './runtime-target.ts'
import type { FindSubmission } from './verify-calls.ts'

/** Longer than any node may take: Restate suspends and repeats an invocation that is silent for longer. */
const SILENT_MS = 3 * 60_000
const CUT_OFF_MS = 10 * 60_000

/** The Restate services that execute workflows. */
export function runServices(
  host: RunHost,
  given: {
    alwaysReplay: boolean
    signer: CallSigner
    findSubmission: FindSubmission
    hooks: restate.HooksProvider[]
  },
) {
  const { alwaysReplay, signer, findSubmission, hooks } = given
  const options = {
    // With `alwaysReplay` Restate's own setting applies, which suspends at once.
    ...(alwaysReplay ? {} : { inactivityTimeout: SILENT_MS }),
    abortTimeout: CUT_OFF_MS,
    hooks,
    // A run that keeps crashing is killed and then recorded as failed, instead of being paused for ever.
    retryPolicy: {
      initialInterval: 50,
      maxInterval: 5_000,
      maxAttempts: 60,
      onMaxAttempts: 'kill',
    },
  } as const
  const runs = restate.service({
    name: RUNS,
    handlers: {
      run: async (ctx: restate.Context, { runId }: { runId: string }): Promise<void> => {
        const { id, attemptCompletedSignal } = ctx.request()
        const run = await host.load(runId, attemptCompletedSignal)
        if (!run) return
        // The idempotency key guarantees one execution: a second call under another key finds a started run.
        if (run.hasStarted && (await findSubmission(id)).idempotencyKey !== runId) {
          throw new restate.TerminalError('Another call runs this run.', { errorCode: 409 })
        }
        await executeRun(ctx, { run, host, signer })
      },
    },
    options,
  })
  return [runs, dispatchService(hooks)]
}
