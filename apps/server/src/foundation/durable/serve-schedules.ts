import * as restate from '@restatedev/restate-sdk'
import type { ScheduleWorld } from './schedule-world.ts'
import { SCHEDULES } from './service-names.ts'

/** A timer that is further off is looked at again on the way. */
const LONGEST_SLEEP_MS = 24 * 3_600_000

interface Alarm {
  /** An alarm of an earlier setting is for nobody. */
  setting: string
  at: number
}
async function sleepUntil(ctx: restate.ObjectContext, alarm: Alarm): Promise<void> {
  const delay = Math.min(LONGEST_SLEEP_MS, Math.max(0, alarm.at - (await ctx.date.now())))
  ctx.genericSend({
    service: SCHEDULES,
    method: 'ring',
    key: ctx.key,
    parameter: alarm,
    inputSerde: restate.serde.json as restate.Serde<Alarm>,
    delay,
  })
}

/** One timer for each schedule, kept by the engine: set with every change, ringing at its times. */
export function scheduleService(world: ScheduleWorld, hooks: restate.HooksProvider[]) {
  return restate.object({
    name: SCHEDULES,
    handlers: {
      set: async (ctx: restate.ObjectContext): Promise<void> => {
        const at = await ctx.run('plan', () => world.plan(ctx.key))
        if (at === null) {
          ctx.clearAll()
          return
        }
        const setting = ctx.rand.uuidv4()
        ctx.set('setting', setting)
        await sleepUntil(ctx, { setting, at })
      },
      ring: restate.handlers.object.exclusive(
        { ingressPrivate: true },
        async (ctx: restate.ObjectContext, { setting, at }: Alarm): Promise<void> => {
          if ((await ctx.get<string>('setting')) !== setting) return
          if ((await ctx.date.now()) < at) {
            await sleepUntil(ctx, { setting, at })
            return
          }
          const next = await ctx.run('fire', () => world.fire(ctx.key, at))
          if (next === null) ctx.clearAll()
          else await sleepUntil(ctx, { setting, at: next })
        },
      ),
    },
    options: {
      hooks,
      // A schedule never gives up: what keeps it from starting a run is the database, which comes back.
      retryPolicy: {
        initialInterval: 100,
        maxInterval: 10_000,
        maxAttempts: 1_000_000,
        onMaxAttempts: 'pause',
      },
    },
  })
}
