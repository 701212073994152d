import type { Logger } from 'pino'
import type { Jobs, StartedJob } from '../jobs/jobs.ts'
import type { Database } from '../platform/database.ts'
import type { Durable } from './durable.ts'
import { closeTask, listOpenTasks, type OpenTask } from './open-task-store.ts'
import { addToOutbox } from './outbox-store.ts'
import { LOST_AFTER_MS, startLostPoll } from './poll-for-lost.ts'

interface Parts {
  db: Database
  durable: Durable
  log: Logger
}

/** A user who still needs the link has requested another one by then; an invitation has its own expiry. */
const LINK_MS = 3_600_000

const LINK_TOPICS: ReadonlySet<string> = new Set([
  'sendPasswordReset',
  'sendAppMail',
  'sendCodeMail',
])

const isStale = ({ topic, ageMs }: OpenTask) => LINK_TOPICS.has(topic) && ageMs > LINK_MS

/** Enqueues a task under a new id: the runtime may remember that it gave up on the old one. */
async function requeue({ db, log }: Parts, task: OpenTask): Promise<void> {
  const { topic, key } = task
  await db.transaction(async (transaction) => {
    if (!(await closeTask(transaction, task)) || isStale(task)) return
    await addToOutbox(transaction, { topic, key })
    log.error({ topic, key }, 'durable: task lost, requeued')
  })
}

/**
 * Requeues open tasks that the durable runtime does not know: its data may have been lost, and it drops a task after
 * too many attempts. Returns the ids that it missed, for the next poll.
 */
export async function requeueLostTasks(
  parts: Parts,
  missedBefore: ReadonlySet<string>,
): Promise<Set<string>> {
  const open = await listOpenTasks(parts.db, LOST_AFTER_MS)
  if (open.length === 0) return new Set()
  const underWay = await parts.durable.tasksUnderWay()
  const missed = open.filter(({ id }) => !underWay.has(id))
  // A task that ends or is dispatched between the two queries is missed once; a lost one is missed again.
  const lost = missed.filter(({ id }) => missedBefore.has(id))
  for (const task of lost) await requeue(parts, task)
  if (lost.length > 0) parts.durable.wake()
  return new Set(missed.map(({ id }) => id))
}

/** Polls for tasks that the durable runtime has lost. */
export function startRequeueingLostTasks(parts: Parts & { jobs: Jobs }): StartedJob {
  return startLostPoll(parts.jobs, {
    name: 'requeue-lost-tasks',
    poll: (missed) => requeueLostTasks(parts, missed),
  })
}
