import type { ScheduleHost } from '../../../foundation/durable/schedule-host.ts'
import { ApiError } from '../../../foundation/http/errors/api-error.ts'
import { readStoredObject } from '../../../foundation/platform/stored-json.ts'
import { inSpanUnder } from '../../../foundation/traces/spans.ts'
import type { WorkflowsContext } from '../../context.ts'
import { startTriggeredRun } from '../../runs/start/start-triggered-run.ts'
import { chooseDue } from './choose-due.ts'
import { nextTimes, readSchedule } from './schedule.ts'
import { findSchedule } from './schedule-store.ts'

const LATENESS_BUCKETS = [0.1, 0.5, 1, 5, 15, 60, 300, 3_600]

/** The schedule of an active trigger, as saved now. */
async function read({ db }: Pick<WorkflowsContext, 'db'>, key: string) {
  const [workflowId = '', nodeId = ''] = key.split(/\/(.*)/s)
  const schedule = await findSchedule(db, { workflowId, nodeId })
  const read = schedule && readSchedule(readStoredObject(schedule.settings, 'trigger settings'))
  if (!read || 'issue' in read) return undefined
  const { environmentId, projectId, isOpen } = schedule
  return { workflowId, nodeId, environmentId, projectId, isOpen, schedule: read.schedule }
}

/** Implements `ScheduleHost` with the platform database. */
export function openScheduleHost(
  context: Pick<WorkflowsContext, 'db' | 'durable' | 'metrics' | 'runBudget'>,
): ScheduleHost {
  const recordLateness = context.metrics.histogram({
    name: 'schedule_lateness_seconds',
    help: 'Time from when a schedule was due until its run was created.',
    labels: {},
    buckets: LATENESS_BUCKETS,
  })
  return {
    async plan(key) {
      const known = await read(context, key)
      const [next] = known ? nextTimes(known.schedule, { after: new Date(), count: 1 }) : []
      return next?.getTime() ?? null
    },
    async fire(key, at) {
      const known = await read(context, key)
      if (!known) return null
      const { schedule, isOpen, projectId, ...trigger } = known
      const now = new Date()
      const { times, next } = chooseDue(schedule, { at: new Date(at), now })
      // A stopped project misses its times: the timer goes on, so that none are left to catch up on.
      if (!isOpen) return next?.getTime() ?? null
      const runs = times.length
      const admitted = await context.runBudget.tryAdmit({ on: context.db, projectId, runs })
      // A project over its budget gets a failed run that says so, because nobody is there to read a 429.
      const problem = admitted instanceof ApiError ? admitted.message : undefined
      const created = context.db.transaction(async (transaction) => {
        for (const time of times) {
          const scheduledFor = time.toISOString()
          await inSpanUnder(null, { name: 'schedule' }, () =>
            startTriggeredRun(transaction, {
              ...trigger,
              payload: { scheduledFor, timezone: schedule.timezone },
              key: scheduledFor,
              depth: 0,
              parentId: null,
              problem,
            }),
          )
        }
      })
      await created.finally(() => typeof admitted === 'function' && admitted())
      for (const time of times) recordLateness({}, (Date.now() - time.getTime()) / 1_000)
      context.durable.wake()
      return next?.getTime() ?? null
    },
  }
}
