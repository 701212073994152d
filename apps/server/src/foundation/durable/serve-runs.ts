import * as restate from '@restatedev/restate-sdk'
import type { CallSigner } from './call-signer.ts'
import type { FindSubmission } from './check-calls.ts'
import { handoverService } from './hand-over.ts'
import type { RunWorld } from './run-world.ts'
import { RUNS } from './service-names.ts'
import { walkRun } from './walk-run.ts'

/** Longer than any node may take: a step that is silent for longer is cut off and done again. */
const SILENT_MS = 3 * 60_000
const CUT_OFF_MS = 10 * 60_000

/** The services that run workflows, for the engine to call. */
export function runServices(
  world: RunWorld,
  given: {
    alwaysReplay: boolean
    signer: CallSigner
    findSubmission: FindSubmission
    hooks: restate.HooksProvider[]
  },
) {
  const { alwaysReplay, signer, findSubmission, hooks } = given
  const options = {
    // Left to the engine, which then lets go at once.
    ...(alwaysReplay ? {} : { inactivityTimeout: SILENT_MS }),
    abortTimeout: CUT_OFF_MS,
    hooks,
    // A poison run is ended and recorded, instead of being paused for ever.
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
        const run = await world.load(runId, attemptCompletedSignal)
        if (!run) return
        // The idempotency key makes it one walk: a second call under another key finds a run that has begun.
        if (run.isBegun && (await findSubmission(id)).idempotencyKey !== runId) {
          throw new restate.TerminalError('Another call runs this run.', { errorCode: 409 })
        }
        await walkRun(ctx, { runId, run, world, signer })
      },
    },
    options,
  })
  return [runs, handoverService(hooks)]
}
