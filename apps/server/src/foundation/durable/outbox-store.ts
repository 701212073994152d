import type { Queryable, Transaction } from '../platform/database.ts'
import { sql } from '../platform/sql.ts'

/** The topics of tasks; each names its handler. */
const TASK_TOPICS = [
  'provisionProject',
  'removeProject',
  'applyRelease',
  'sendPasswordReset',
  'sendConfirmation',
  'sendInvitation',
  'sendAppMail',
  'sendCodeMail',
  'sendNotice',
  'sendBudgetWarning',
  'sendApprovalMail',
  'sendCredentialWarning',
  'resumeApproval',
  'watchRows',
  'protectFiles',
] as const
export type TaskTopic = (typeof TASK_TOPICS)[number]

/** The run of a workflow, by its id. */
type RunTopic = 'run'
/** A schedule changed and its timer must be reset; the key is workflow/node. */
type ScheduleTopic = 'syncSchedule'
export type OutboxTopic = TaskTopic | RunTopic | ScheduleTopic

export interface OutboxEntry {
  id: string
  topic: OutboxTopic
  key: string
}

/**
 * Enqueues a run or task; it starts once this transaction has committed, and exactly once. A task stays on record
 * until it is done.
 */
export async function addToOutbox(
  transaction: Transaction,
  entry: { topic: OutboxTopic; key: string },
): Promise<OutboxEntry> {
  const [row] = await transaction.query<{ id: string }>(sql`
    with enqueued as (
      insert into outbox (topic, key) values (${entry.topic}, ${entry.key}) returning id, topic, key
    ), open as (
      insert into open_task (id, topic, key)
      select id, topic, key from enqueued where topic = any(${TASK_TOPICS}::text[])
    )
    select id::text from enqueued`)
  return { id: row?.id ?? '', ...entry }
}

/** Locks the oldest entries that no other process is dispatching. */
export async function claimOutbox(transaction: Transaction, limit: number): Promise<OutboxEntry[]> {
  return transaction.query<OutboxEntry & Record<string, unknown>>(
    sql`select id::text, topic, key from outbox order by id limit ${limit} for update skip locked`,
  )
}

export async function removeFromOutbox(on: Queryable, ids: readonly string[]): Promise<void> {
  await on.query(sql`delete from outbox where id = any(${ids}::bigint[])`)
}
