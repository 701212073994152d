import type { Placement } from '../../../databases/engine/database-engine.ts'
import { ApiError } from '../../../foundation/http/errors/api-error.ts'
import { inSpanUnder } from '../../../foundation/traces/spans.ts'
import { listRowTriggers, tryLockLog } from '../../../rows/row-events/row-event-store.ts'
import type { RowEvent } from '../../../rows/runners/row-runner.ts'
import type { WorkflowsContext } from '../../context.ts'
import { lockQueues } from '../../runs/records/queue-store.ts'
import { type FiredTrigger, startTriggeredRun } from '../../runs/start/start-triggered-run.ts'
import { fireEvents } from './fire-events.ts'

interface Parts
  extends Pick<
    WorkflowsContext,
    'db' | 'durable' | 'environments' | 'log' | 'stoppedProjects' | 'runBudget'
  > {
  /** Counts dispatched events, and those that are left for another attempt. */
  readonly countEvents: (labels: { result: 'dispatched' | 'deferred' }, by: number) => void
}

const BATCH_SIZE = 100
/** After so long, a delivery lets other logs go on, and frees the connection of its lease. */
const DELIVERY_MS = 2_000

/** All environments in one of our PostgreSQL databases share a log; a SQLite file or an external database has its own. */
const hasOwnLog = ({ engine, connection }: Placement) => engine === 'sqlite3' || connection !== null

export function logName(placement: Placement): string {
  const { server, database, environmentId } = placement
  return hasOwnLog(placement) ? environmentId : `${server} ${database}`
}

/** Creates and enqueues runs in one transaction; false if the project's budget allows no more now. */
async function createRuns(
  { db, durable, runBudget }: Parts,
  { projectId, fired }: { projectId: string; fired: readonly FiredTrigger[] },
): Promise<boolean> {
  if (fired.length === 0) return true
  const admitted = await runBudget.tryAdmit({ on: db, projectId, runs: fired.length })
  if (admitted instanceof ApiError) return false
  const created = db.transaction(async (transaction) => {
    await lockQueues(
      transaction,
      fired.map(({ workflowId }) => workflowId),
    )
    for (const one of fired)
      await inSpanUnder(one.traceParent, { name: 'row event' }, () =>
        startTriggeredRun(transaction, one),
      )
  })
  await created.finally(admitted)
  durable.wake()
  return true
}

/**
 * Creates and enqueues the runs of one environment's events; repeated events start no second run. Returns the events
 * that are done: none if the project is not open, and only the first ones if its budget allows no more runs now.
 */
async function startRuns(
  parts: Parts,
  { environmentId, events }: { environmentId: string; events: readonly RowEvent[] },
): Promise<readonly RowEvent[]> {
  const { db, environments, runBudget } = parts
  const triggers = await listRowTriggers(db, [environmentId])
  const [trigger] = triggers
  // The trigger is no longer active.
  if (!trigger) return events
  const { projectId, environment: name } = trigger
  if (!parts.stoppedProjects.isOpen(projectId)) return []
  const find = async () => {
    const environment = await environments.find({ projectId, environment: name })
    if (environment instanceof Object) return environment
    throw new Error('row-events: environment is not provisioned yet')
  }
  let known = await find()
  const isReadable = fireEvents({ environment: known, triggers, events }).every(
    ({ problem }) => problem === undefined,
  )
  if (!isReadable) {
    // The filter may be newer than this process's cached environment.
    environments.evict(known)
    known = await find()
  }
  const slices = runBudget.isLimited(projectId) ? events.map((event) => [event]) : [events]
  const done: RowEvent[] = []
  for (const slice of slices) {
    const fired = fireEvents({ environment: known, triggers, events: slice })
    if (!(await createRuns(parts, { projectId, fired }))) break
    done.push(...slice)
  }
  return done
}

interface Batch {
  readonly placement: Placement
  readonly events: readonly RowEvent[]
  /** Keys of the events that this delivery has ended. */
  readonly ended: Set<string>
}

/** Dispatches and ends one batch of events; returns the environments whose events are left. */
async function dispatchBatch(parts: Parts, { placement, events, ended }: Batch): Promise<string[]> {
  const runner = parts.environments.runnerOf({ placement })
  const late: string[] = []
  const byEnvironment = Map.groupBy(events, (event) => event.environmentId)
  for (const [environmentId, own] of byEnvironment) {
    try {
      const done = await startRuns(parts, { environmentId, events: own })
      const left = own.length - done.length
      if (left > 0) {
        late.push(environmentId)
        parts.countEvents({ result: 'deferred' }, left)
      }
      if (done.length === 0) continue
      const keys = done.map(({ key }) => key)
      await runner.endEvents(placement, keys)
      for (const key of keys) ended.add(key)
      parts.countEvents({ result: 'dispatched' }, done.length)
    } catch (error) {
      late.push(environmentId)
      parts.countEvents({ result: 'deferred' }, own.length)
      parts.log.warn({ err: error, environmentId }, 'row-events: dispatch failed, will be retried')
    }
  }
  return late
}

/**
 * `held` if another process has the lease, `late` if some events failed, `stopped` if events are left for projects that
 * are not open, `more` if the time of a delivery was not enough.
 */
export type DispatchResult = 'done' | 'held' | 'late' | 'stopped' | 'more'

/**
 * Places the changes of a placement's log, and dispatches waiting events, oldest first, except those of stopped projects:
 * all of them if that takes no longer than a delivery may.
 */
export async function dispatchEvents(parts: Parts, placement: Placement): Promise<DispatchResult> {
  const runner = parts.environments.runnerOf({ placement })
  const stopped = parts.stoppedProjects.watchedEnvironmentIds()
  if (hasOwnLog(placement) && stopped.has(placement.environmentId)) return 'stopped'
  await runner.placeAllChanges(placement)
  const first = await runner.readEvents(placement, { max: 1, except: [...stopped] })
  if (first.length === 0) return 'done'
  // The transaction is the lease: it ends with this process.
  return parts.db.transaction(async (lease) => {
    if (!(await tryLockLog(lease, logName(placement)))) return 'held'
    const failed: string[] = []
    const ended = new Set<string>()
    const until = performance.now() + DELIVERY_MS
    while (performance.now() < until) {
      const except = [...failed, ...stopped]
      const events = await runner.readEvents(placement, { max: BATCH_SIZE, except })
      if (events.length === 0) return failed.length === 0 ? 'done' : 'late'
      // The owner of an external database can leave ended events in its log.
      if (events.some(({ key }) => ended.has(key))) return 'late'
      // Only a few logs are dispatched at a time, so their runs may take further connections.
      const late = await parts.db.outside(() => dispatchBatch(parts, { placement, events, ended }))
      failed.push(...late)
      if (hasOwnLog(placement) && failed.length > 0) return 'late'
    }
    return failed.length === 0 ? 'more' : 'late'
  })
}
