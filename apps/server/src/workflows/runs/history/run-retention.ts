import { type StartedJob, stopAll } from '../../../foundation/jobs/jobs.ts'
import { idAtTime } from '../../../foundation/platform/new-id.ts'
import type { WorkflowsContext } from '../../context.ts'
import { COUNTED_AT_ONCE, countEndedRuns, tidyUncounted } from './run-count-store.ts'
import {
  findFirstTooMany,
  forgetGraphs,
  forgetRuns,
  scheduleNextRetention,
  takeDueRetention,
} from './run-retention-store.ts'

type Parts = Pick<WorkflowsContext, 'db' | 'env' | 'jobs' | 'budgets'>

const EVERY_MS = 5_000
const DAY_MS = 86_400_000
const AGAIN_SECONDS = 3_600
const AT_ONCE = 500
const TIDY_AFTER = 20_000

/** Deletes a batch of one environment's runs that are too old or too many; false if no environment is due. */
async function deleteExpiredRuns({ db, env, budgets }: Omit<Parts, 'jobs'>): Promise<boolean> {
  return db.transaction(async (transaction) => {
    const due = await takeDueRetention(transaction)
    if (!due) return false
    const { environmentId, projectId } = due
    const chosen = due.days ?? env.runs.days
    const days = Math.min(chosen, budgets.of(projectId).logDays.hard ?? chosen)
    const tooOld = idAtTime('run', Date.now() - days * DAY_MS)
    const runs = due.runs ?? env.runs.count
    const tooMany = (await findFirstTooMany(transaction, { environmentId, runs })) ?? tooOld
    const upTo = tooMany > tooOld ? tooMany : tooOld
    const gone = await forgetRuns(transaction, { environmentId, upTo, limit: AT_ONCE })
    const isDone = gone < AT_ONCE
    if (isDone) await forgetGraphs(transaction, projectId)
    await scheduleNextRetention(transaction, {
      environmentId,
      afterSeconds: isDone ? AGAIN_SECONDS : 0,
    })
    return true
  })
}

/** Adds ended runs to the counts, and clears the table of uncounted ones after many. */
function runCounter({ db }: Parts): () => Promise<boolean> {
  let sinceTidy = 0
  return async () => {
    const counted = await countEndedRuns(db)
    sinceTidy += counted
    if (counted === COUNTED_AT_ONCE) return true
    if (sinceTidy >= TIDY_AFTER) {
      sinceTidy = 0
      await tidyUncounted(db)
    }
    return false
  }
}

/** Counts ended runs and deletes expired ones; processes share the work through row locks. */
export function startRunRetention(parts: Parts): StartedJob {
  const { jobs } = parts
  return stopAll([
    jobs.start({ name: 'run-counts', everyMs: EVERY_MS, run: runCounter(parts) }),
    jobs.start({
      name: 'run-retention',
      everyMs: EVERY_MS,
      run: () => deleteExpiredRuns(parts),
    }),
  ])
}
