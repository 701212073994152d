import type { Placement } from '../../../databases/engine/database-engine.ts'
import { holdOutbox, listRowTriggers } from '../../../rows/row-events/row-event-store.ts'
import type { RowEvent } from '../../../rows/runners/row-runner.ts'
import type { WorkflowsContext } from '../../context.ts'
import { holdLines } from '../../runs/records/line-store.ts'
import { startTriggeredRun } from '../../runs/start/start-triggered-run.ts'
import { fireEvents } from './fire-events.ts'

type Parts = Pick<WorkflowsContext, 'db' | 'durable' | 'environments' | 'log'>

const MOST = 100

/** All environments of a data database share an outbox; a file or an external database has its own. */
export function outboxName({ engine, connection, server, database, environmentId }: Placement) {
  return engine === 'sqlite3' || connection ? environmentId : `${server} ${database}`
}

/** Writes down and promises the runs of one environment's events; told again they are the same runs. */
async function startRuns(
  parts: Parts,
  { environmentId, events }: { environmentId: string; events: readonly RowEvent[] },
): Promise<void> {
  const { db, environments, durable } = parts
  const triggers = await listRowTriggers(db, [environmentId])
  const [trigger] = triggers
  // What nobody waits for any more starts nothing.
  if (!trigger) return
  const { projectId, environment: name } = trigger
  const find = async () => {
    const environment = await environments.find({ projectId, environment: name })
    if (environment instanceof Object) return environment
    throw new Error('the environment is being prepared')
  }
  const known = await find()
  let fired = fireEvents({ environment: known, triggers, events })
  if (fired.some(({ problem }) => problem !== undefined)) {
    // The filter may be newer than what this process knows of the tables.
    environments.forget(known)
    fired = fireEvents({ environment: await find(), triggers, events })
  }
  if (fired.length === 0) return
  await db.transaction(async (transaction) => {
    await holdLines(
      transaction,
      fired.map(({ workflowId }) => workflowId),
    )
    for (const one of fired) await startTriggeredRun(transaction, one)
  })
  durable.wake()
}

/** Hands over some events and removes them; answers the environments whose events have to wait. */
async function handOverSome(
  parts: Parts,
  { placement, events }: { placement: Placement; events: readonly RowEvent[] },
): Promise<string[]> {
  const runner = parts.environments.runnerOf({ placement })
  const late: string[] = []
  const byEnvironment = Map.groupBy(events, (event) => event.environmentId)
  for (const [environmentId, own] of byEnvironment) {
    try {
      await startRuns(parts, { environmentId, events: own })
      await runner.removeEvents(
        placement,
        own.map(({ key }) => key),
      )
    } catch (error) {
      late.push(environmentId)
      parts.log.warn({ err: error, environmentId }, 'row events wait; they are handed over later')
    }
  }
  return late
}

/** `held` when another process is at it, `late` when some could not be handed over. */
export type HandedOver = 'done' | 'held' | 'late'

/** Hands over everything that waits where a placement's events do, oldest first. */
export async function handOver(parts: Parts, placement: Placement): Promise<HandedOver> {
  const runner = parts.environments.runnerOf({ placement })
  const first = await runner.readEvents(placement, { most: 1, except: [] })
  if (first.length === 0) return 'done'
  // The transaction is the lease: it ends with this process, whatever becomes of it.
  return parts.db.transaction(async (lease) => {
    if (!(await holdOutbox(lease, outboxName(placement)))) return 'held'
    const except: string[] = []
    for (;;) {
      const events = await runner.readEvents(placement, { most: MOST, except })
      if (events.length === 0) return except.length === 0 ? 'done' : 'late'
      // At most a few outboxes at a time are handed over, so that their runs may ask for connections of their own.
      const late = await parts.db.outside(() => handOverSome(parts, { placement, events }))
      except.push(...late)
      if (placement.engine === 'sqlite3' && except.length > 0) return 'late'
    }
  })
}
