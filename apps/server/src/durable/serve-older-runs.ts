import * as restate from '@restatedev/restate-sdk'
import type { RunWorld } from './run-world.ts'
import { OLDER } from './service-names.ts'
import { walkRun } from './walk-run.ts'

export interface Started {
  runId: string
  slotOf?: string
}

/**
 * Runs that an earlier version of the server began end here, step by step as they began. Those that waited there
 * are not: they were given a place in the database, and leave when they are called.
 */
export function olderRuns(
  world: RunWorld,
  options: restate.ServiceOptions & restate.ObjectOptions,
) {
  const run = async (ctx: restate.Context, runId: string): Promise<void> => {
    const found = await world.load(runId, ctx.request().attemptCompletedSignal)
    const isHere = found?.slot === 'older' || found?.slot === null
    if (isHere) await walkRun(ctx, { runId, run: found, world, service: OLDER.together })
  }
  const inOrder = restate.object({
    name: OLDER.inOrder,
    handlers: { run: (ctx: restate.ObjectContext, { runId }: Started) => run(ctx, runId) },
    options,
  })
  const together = restate.service({
    name: OLDER.together,
    handlers: {
      run: async (ctx: restate.Context, { runId, slotOf: key }: Started): Promise<void> => {
        await run(ctx, runId)
        const parameter = Buffer.from(JSON.stringify({ runId }))
        const release = { service: OLDER.slots, method: 'release', parameter }
        if (key !== undefined) ctx.genericSend({ ...release, key })
      },
    },
    options,
  })
  const nothing = async (_: restate.ObjectContext): Promise<void> => {}
  const slots = restate.object({
    name: OLDER.slots,
    handlers: { acquire: nothing, release: nothing },
    options: { enableLazyState: true, journalRetention: 0 },
  })
  return [inOrder, together, slots]
}
