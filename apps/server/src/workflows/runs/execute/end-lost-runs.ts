import { keepLooking, LOST_AFTER_MS } from '../../../foundation/durable/keep-looking.ts'
import type { WorkflowsContext } from '../../context.ts'
import { admitRuns, listStalledQueues } from '../records/line-store.ts'
import { listOpenRuns } from '../records/run-store.ts'
import { endFailedRun } from './end-failed-run.ts'

const LOST =
  'The durable engine no longer knows this run: it was given up after too many attempts, or the engine’s data was lost. Start it again.'

/**
 * Ends runs that the durable engine does not know any more: after too many attempts it forgets a run instead of
 * ending it, its data may have been lost, and nobody else would ever say so (R38).
 */
async function endLostRuns(
  { db, durable, log }: Pick<WorkflowsContext, 'db' | 'durable' | 'log'>,
  missedBefore: ReadonlySet<string>,
): Promise<Set<string>> {
  // Asked first: what ends in between is still in this list, and left alone.
  const underWay = await durable.runsUnderWay()
  const open = await listOpenRuns(db, LOST_AFTER_MS)
  const missed = open.filter(({ id }) => !underWay.has(id))
  // One that was handed over while this looked is missed once; one that is lost is missed again.
  for (const { id } of missed.filter(({ id }) => missedBefore.has(id))) {
    log.error({ run: id }, 'a run could not be walked to its end')
    await endFailedRun(
      { db, durable },
      { id, status: 'failed', result: null, error: { node: '', message: LOST } },
    )
  }
  const standing = await listStalledQueues(db)
  if (standing.length > 0 && (await admitRuns(db, standing)) > 0) durable.wake()
  return new Set(missed.map(({ id }) => id))
}

/** Looks again and again for lost runs; runs behind one wait for its slot until it was missed twice. */
export function keepEndingLostRuns(context: Pick<WorkflowsContext, 'db' | 'durable' | 'log'>): {
  stop(): void
} {
  const look = (missed: ReadonlySet<string>) => endLostRuns(context, missed)
  return keepLooking(context.log, { what: 'lost runs', look })
}
