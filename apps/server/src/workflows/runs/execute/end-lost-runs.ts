import { LOST_AFTER_MS, startLostPoll } from '../../../foundation/durable/poll-for-lost.ts'
import type { StartedJob } from '../../../foundation/jobs/jobs.ts'
import type { WorkflowsContext } from '../../context.ts'
import { admitRuns, listStalledQueues } from '../records/queue-store.ts'
import { listOpenRuns } from '../records/run-store.ts'
import { endFailedRun } from './end-failed-run.ts'

const LOST =
  'The durable runtime no longer knows this run: it was given up after too many attempts, or its data was lost. Start it again.'

/**
 * Ends runs that the durable runtime does not know: it drops a run after too many attempts instead of ending it, its
 * data may have been lost, and no other component would notice (R38).
 */
async function endLostRuns(
  { db, durable, log }: Pick<WorkflowsContext, 'db' | 'durable' | 'log'>,
  { missedBefore, count }: { missedBefore: ReadonlySet<string>; count: () => void },
): Promise<Set<string>> {
  // Queried first: a run that ends before the second query is still in this list, and left alone.
  const underWay = await durable.runsUnderWay()
  const open = await listOpenRuns(db, LOST_AFTER_MS)
  const missed = open.filter(({ id }) => !underWay.has(id))
  // A run that is dispatched between the two queries is missed once; a lost one is missed again.
  for (const { id } of missed.filter(({ id }) => missedBefore.has(id))) {
    count()
    log.error({ run: id }, 'runs: run lost by the durable runtime, ended as failed')
    await endFailedRun(
      { db, durable },
      { id, status: 'failed', result: null, error: { node: '', message: LOST } },
    )
  }
  const standing = await listStalledQueues(db)
  if (standing.length > 0 && (await admitRuns(db, standing)) > 0) durable.wake()
  return new Set(missed.map(({ id }) => id))
}

/** Polls for lost runs; runs queued behind one wait for its slot until it was missed twice. */
export function startEndingLostRuns(
  context: Pick<WorkflowsContext, 'db' | 'durable' | 'jobs' | 'log' | 'metrics'>,
): StartedJob {
  const countLost = context.metrics.counter({
    name: 'runs_lost_total',
    help: 'Runs that the durable runtime no longer knew and that were ended as failed.',
    labels: {},
  })
  return startLostPoll(context.jobs, {
    name: 'end-lost-runs',
    poll: (missedBefore) => endLostRuns(context, { missedBefore, count: () => countLost({}) }),
  })
}
