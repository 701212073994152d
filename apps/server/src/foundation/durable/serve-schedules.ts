import * as restate from '@restatedev/restate-sdk'
import { SCHEDULES } from './runtime-target.ts'
import type { ScheduleHost } from './schedule-host.ts'

/** Longer delays are split into several sleeps. */
const LONGEST_SLEEP_MS = 24 * 3_600_000

interface Alarm {
  /** An alarm whose setting is not the current one is ignored. */
  setting: string
  at: number
}
async function sleepUntil(ctx: restate.ObjectContext, alarm: Alarm): Promise<void> {
  const delay = Math.min(LONGEST_SLEEP_MS, Math.max(0, alarm.at - (await ctx.date.now())))
  ctx.genericSend({
    service: SCHEDULES,
    method: 'fire',
    key: ctx.key,
    parameter: alarm,
    inputSerde: restate.serde.json as restate.Serde<Alarm>,
    delay,
  })
}

/** One durable timer per schedule: reset with every change, fires at the schedule's times. */
export function scheduleService(world: ScheduleHost, hooks: restate.HooksProvider[]) {
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
      fire: restate.handlers.object.exclusive(
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
      // Practically unlimited: only an unreachable database keeps a schedule from starting runs, and it comes back.
      retryPolicy: {
        initialInterval: 100,
        maxInterval: 10_000,
        maxAttempts: 1_000_000,
        onMaxAttempts: 'pause',
      },
    },
  })
}
