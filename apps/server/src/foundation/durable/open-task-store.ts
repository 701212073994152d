import type { Queryable } from '../platform/database.ts'
import { sql } from '../platform/sql.ts'
import type { TaskTopic } from './outbox-store.ts'

/** A task; it stays on record until it is done. */
export interface TaskOnRecord {
  id: string
  topic: TaskTopic
  key: string
}

export interface OpenTask extends TaskOnRecord {
  ageMs: number
}

/** Dispatched tasks that were enqueued longer ago than this. */
export async function listOpenTasks(on: Queryable, olderThanMs: number): Promise<OpenTask[]> {
  return on.query<OpenTask & Record<string, unknown>>(sql`
    select id::text, topic, key, extract(epoch from now() - enqueued_at)::float8 * 1000 as "ageMs" from open_task
    where enqueued_at < now() - make_interval(secs => ${olderThanMs / 1000})
      and not exists (select from outbox where outbox.id = open_task.id)
    order by id`)
}

/** Whether exactly this task is on record and not done. */
export async function isTaskOpen(
  on: Queryable,
  { id, topic, key }: TaskOnRecord,
): Promise<boolean> {
  const rows = await on.query(sql`select from open_task
    where id = ${id}::bigint and topic = ${topic} and key = ${key}`)
  return rows.length > 0
}

/** Deletes the record of a task that is done or requeued; false if there was none. */
export async function closeTask(on: Queryable, { id, topic, key }: TaskOnRecord): Promise<boolean> {
  const closed = await on.query(sql`delete from open_task
    where id = ${id}::bigint and topic = ${topic} and key = ${key} returning id`)
  return closed.length > 0
}
