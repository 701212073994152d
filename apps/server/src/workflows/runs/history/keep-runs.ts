import { idAtTime } from '../../../foundation/platform/new-id.ts'
import type { WorkflowsContext } from '../../context.ts'
import { COUNTED_AT_ONCE, countEndedRuns, tidyUncounted } from './run-count-store.ts'
import {
  findFirstTooMany,
  forgetGraphs,
  forgetRuns,
  planNextKeep,
  takeDueKeep,
} from './run-keep-store.ts'

type Parts = Pick<WorkflowsContext, 'db' | 'env' | 'log'>

const EVERY_MS = 5_000
const DAY_MS = 86_400_000
const AGAIN_SECONDS = 3_600
const AT_ONCE = 500
const TIDY_AFTER = 20_000

/** Forgets some runs of one environment that are too old or too many; false if no environment is due. */
async function keepRunsOnce({ db, env }: Parts): Promise<boolean> {
  return db.transaction(async (transaction) => {
    const due = await takeDueKeep(transaction)
    if (!due) return false
    const { environmentId, projectId } = due
    const tooOld = idAtTime('run', Date.now() - (due.days ?? env.runs.days) * DAY_MS)
    const runs = due.runs ?? env.runs.count
    const tooMany = (await findFirstTooMany(transaction, { environmentId, runs })) ?? tooOld
    const upTo = tooMany > tooOld ? tooMany : tooOld
    const gone = await forgetRuns(transaction, { environmentId, upTo, limit: AT_ONCE })
    const isDone = gone < AT_ONCE
    if (isDone) await forgetGraphs(transaction, projectId)
    await planNextKeep(transaction, { environmentId, afterSeconds: isDone ? AGAIN_SECONDS : 0 })
    return true
  })
}

/** Counts runs that ended until none is left, and tidies up after many. */
function counting({ db }: Parts): () => Promise<boolean> {
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

/** Does some work every few seconds, until there is none left, never twice at once. */
function every(parts: Parts, { what, work }: { what: string; work: () => Promise<boolean> }) {
  let isStopped = false
  let running: Promise<void> | undefined
  const look = async () => {
    while (!isStopped && (await work()));
  }
  const timer = setInterval(() => {
    running ??= look()
      .catch((error) => parts.log.warn({ err: error }, `${what}; trying again`))
      .finally(() => {
        running = undefined
      })
  }, EVERY_MS)
  timer.unref()
  return async () => {
    isStopped = true
    clearInterval(timer)
    await running
  }
}

/** Counts runs that ended and forgets those that are not kept; of several processes one does each. */
export function keepRuns(parts: Parts): { stop(): Promise<void> } {
  const stops = [
    every(parts, { what: 'runs were not counted', work: counting(parts) }),
    every(parts, { what: 'old runs were not forgotten', work: () => keepRunsOnce(parts) }),
  ]
  return {
    async stop() {
      for (const stop of stops) await stop()
    },
  }
}
