import { addToOutbox } from '../../../foundation/durable/outbox-store.ts'
import type { WorkflowsContext } from '../../context.ts'
import { nextTimes, readSchedule } from './schedule.ts'
import { listSettledSchedules } from './schedule-store.ts'

type Parts = Pick<WorkflowsContext, 'db' | 'durable' | 'log'>

const LOOK_EVERY_MS = 60_000
/** An engine that has just started answers nobody for a moment. */
const AGAIN_AFTER_MS = 1_000

function hasNextTime(settings: string): boolean {
  const read = readSchedule(JSON.parse(settings))
  return 'schedule' in read && nextTimes(read.schedule, { after: new Date(), count: 1 }).length > 0
}

/** Promises a timer to every active schedule for which the durable engine has none; how many. */
async function giveTimersBack({ db, durable, log }: Parts): Promise<number> {
  // Read before the engine is asked: what is made active meanwhile has its promise already.
  const settled = await listSettledSchedules(db)
  if (settled.length === 0) return 0
  const kept = await durable.schedulesKept()
  const lost = settled.filter(({ key, settings }) => !kept.has(key) && hasNextTime(settings))
  if (lost.length === 0) return 0
  log.warn({ schedules: lost.length }, 'the durable engine had lost timers; they are set again')
  await db.transaction(async (transaction) => {
    for (const { key } of lost) await addToOutbox(transaction, { topic: 'syncSchedule', key })
  })
  durable.wake()
  return lost.length
}

/** Schedules are known here, their timers in the engine: one whose data was lost gets them back by this. */
export function keepSchedules(parts: Parts): { stop(): void } {
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  const look = async () => {
    const looked = await giveTimersBack(parts).then(
      () => true,
      (error) => {
        parts.log.warn({ err: error }, 'timers of schedules were not looked for; trying again')
        return false
      },
    )
    if (!stopped) timer = setTimeout(look, looked ? LOOK_EVERY_MS : AGAIN_AFTER_MS).unref()
  }
  void look()
  return {
    stop() {
      stopped = true
      clearTimeout(timer)
    },
  }
}
