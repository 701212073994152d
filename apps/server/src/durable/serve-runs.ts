import * as restate from '@restatedev/restate-sdk'
import { handover } from './hand-over.ts'
import type { RunWorld } from './run-world.ts'
import { RUNS, RUNS_TOGETHER, SLOTS } from './service-names.ts'
import { type Slots, slots } from './slots.ts'
import { walkRun } from './walk-run.ts'

/** Longer than any node may take: a step that is silent for longer is cut off and done again. */
const SILENT_MS = 3 * 60_000
const CUT_OFF_MS = 10 * 60_000

interface Started {
  runId: string
  /** The workflow whose slot it goes with; a called run goes with its caller's. */
  slotOf?: string
}

async function run(ctx: restate.Context, runId: string, world: RunWorld): Promise<void> {
  const loaded = await world.load(runId)
  if (loaded) await walkRun(ctx, { runId, run: loaded, world })
}

/** The run has a slot, and gives it back however it ends. */
async function runTogether(ctx: restate.Context, { runId, slotOf }: Started, world: RunWorld) {
  await run(ctx, runId, world)
  if (slotOf !== undefined) ctx.objectSendClient<Slots>({ name: SLOTS }, slotOf).release({ runId })
}

/** The services that run workflows, for the engine to call. */
export function runServices(world: RunWorld) {
  const options = {
    inactivityTimeout: SILENT_MS,
    abortTimeout: CUT_OFF_MS,
    // A poison run is ended and recorded, instead of being paused for ever.
    retryPolicy: {
      initialInterval: 50,
      maxInterval: 5_000,
      maxAttempts: 60,
      onMaxAttempts: 'kill',
    },
  } as const
  const inOrder = restate.object({
    name: RUNS,
    handlers: {
      run: (ctx: restate.ObjectContext, { runId }: Started) => run(ctx, runId, world),
    },
    options,
  })
  const together = restate.service({
    name: RUNS_TOGETHER,
    handlers: {
      run: (ctx: restate.Context, started: Started) => runTogether(ctx, started, world),
    },
    options,
  })
  return [inOrder, together, slots, handover]
}
