import type { Logger } from 'pino'
import type { Database } from '../platform/database.ts'
import type { Durable } from './durable.ts'
import { keepLooking, LOST_AFTER_MS } from './keep-looking.ts'
import { closeTask, listOpenTasks, type OpenTask } from './open-task-store.ts'
import { addToOutbox } from './outbox-store.ts'

interface Parts {
  db: Database
  durable: Durable
  log: Logger
}

/** Whoever waits for a link has asked for another one by then; an invitation knows itself how long it is good. */
const LINK_MS = 3_600_000

const isStale = ({ topic, ageMs }: OpenTask) =>
  (topic === 'sendPasswordReset' || topic === 'sendAppMail') && ageMs > LINK_MS

/** Promises a task anew, as another one: under its old promise the engine may remember that it gave it up. */
async function promiseAnew({ db, log }: Parts, task: OpenTask): Promise<void> {
  const { topic, key } = task
  await db.transaction(async (transaction) => {
    if (!(await closeTask(transaction, task)) || isStale(task)) return
    await addToOutbox(transaction, { topic, key })
    log.error({ topic, key }, 'the durable engine has lost a task; it is promised again')
  })
}

/**
 * Promises again what the durable engine does not know any more and nobody has done: its data may have been lost, and
 * after too many attempts it forgets a task. Answers what was missed, for the next look.
 */
export async function promiseLostTasks(
  parts: Parts,
  missedBefore: ReadonlySet<string>,
): Promise<Set<string>> {
  const open = await listOpenTasks(parts.db, LOST_AFTER_MS)
  if (open.length === 0) return new Set()
  const underWay = await parts.durable.tasksUnderWay()
  const missed = open.filter(({ id }) => !underWay.has(id))
  // One that ended or was handed over while this looked is missed once; one that is lost is missed again.
  const lost = missed.filter(({ id }) => missedBefore.has(id))
  for (const task of lost) await promiseAnew(parts, task)
  if (lost.length > 0) parts.durable.wake()
  return new Set(missed.map(({ id }) => id))
}

/** Looks again and again for tasks that the durable engine has lost. */
export function keepPromises(parts: Parts): { stop(): void } {
  const look = (missed: ReadonlySet<string>) => promiseLostTasks(parts, missed)
  return keepLooking(parts.log, { what: 'lost tasks', look })
}
