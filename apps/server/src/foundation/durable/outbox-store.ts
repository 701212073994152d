import type { Queryable, Transaction } from '../platform/database.ts'
import { sql } from '../platform/sql.ts'

/** What a durable task may be asked to do; the topic names its handler. */
const TASK_TOPICS = [
  'provisionProject',
  'removeProject',
  'applyRelease',
  'sendPasswordReset',
  'sendInvitation',
  'sendAppMail',
  'watchRows',
  'protectFiles',
] as const
export type TaskTopic = (typeof TASK_TOPICS)[number]

/** The run of a workflow, by its id. */
type RunTopic = 'run'
/** A schedule changed: its timer is set anew, with the key workflow/node. */
type ScheduleTopic = 'keepSchedule'
export type OutboxTopic = TaskTopic | RunTopic | ScheduleTopic

export interface OutboxEntry {
  id: string
  topic: OutboxTopic
  key: string
}

/**
 * Promises a durable run; it starts once this transaction is committed, and exactly once. A task stays on record
 * until it is done.
 */
export async function addToOutbox(
  transaction: Transaction,
  entry: { topic: OutboxTopic; key: string },
): Promise<OutboxEntry> {
  const [row] = await transaction.query<{ id: string }>(sql`
    with promised as (
      insert into outbox (topic, key) values (${entry.topic}, ${entry.key}) returning id, topic, key
    ), open as (
      insert into open_task (id, topic, key)
      select id, topic, key from promised where topic = any(${TASK_TOPICS}::text[])
    )
    select id::text from promised`)
  return { id: row?.id ?? '', ...entry }
}

/** The oldest promises that nobody else is handing over right now. */
export async function claimOutbox(transaction: Transaction, limit: number): Promise<OutboxEntry[]> {
  return transaction.query<OutboxEntry & Record<string, unknown>>(
    sql`select id::text, topic, key from outbox order by id limit ${limit} for update skip locked`,
  )
}

export async function removeFromOutbox(on: Queryable, ids: readonly string[]): Promise<void> {
  await on.query(sql`delete from outbox where id = any(${ids}::bigint[])`)
}
