import type { Queryable, Transaction } from '../../../foundation/platform/database.ts'
import { type Sql, sql } from '../../../foundation/platform/sql.ts'

export interface RunEnd {
  id: string
  status: 'succeeded' | 'failed' | 'cancelled'
  result: string | null
  error: { node: string; message: string } | null
  /** Milliseconds since the start, if the start is not recorded yet. */
  startedMsAgo?: number
}

export interface EndedRuns {
  /** For each run, whether this call ended it. */
  isEnded: boolean[]
  /** How many queued runs got a freed slot and were enqueued. */
  admitted: number
}

export interface EndedRow extends Record<string, unknown> {
  id: string
  admitted: number
}

/** The call of `end_runs`; `onlyQueued` is an SQL condition that limits it to runs that have not started. */
export const endStatement = (ends: readonly RunEnd[], onlyQueued: Sql) => sql`
  end_runs(${ends.map(({ id }) => id)}::text[], ${ends.map(({ status }) => status)}::text[],
    ${ends.map(({ result }) => result)}::text[], ${ends.map(({ error }) => error?.node ?? null)}::text[],
    ${ends.map(({ error }) => error?.message ?? null)}::text[],
    ${ends.map(({ startedMsAgo }) => startedMsAgo ?? null)}::double precision[], ${onlyQueued})`

export function toEnded(ends: readonly RunEnd[], rows: readonly EndedRow[]): EndedRuns {
  const ended = new Set(rows.map(({ id }) => id))
  return { isEnded: ends.map(({ id }) => ended.has(id)), admitted: rows[0]?.admitted ?? 0 }
}

/** Ends runs, each once, and passes their slots on to queued runs, in one statement. */
export async function endRuns(
  on: Queryable,
  ends: readonly RunEnd[],
  { beforeTheyBegan = false } = {},
): Promise<EndedRuns> {
  const rows = await on.query<EndedRow>(sql`
    select id, admitted from ${endStatement(ends, sql`${beforeTheyBegan}`)}`)
  return toEnded(ends, rows)
}

/** Cancels a run that has not started. */
export function cancelQueued(on: Queryable, id: string): Promise<EndedRuns> {
  const end = { id, status: 'cancelled', result: null, error: null } as const
  return endRuns(on, [end], { beforeTheyBegan: true })
}

export const PROJECT_DELETED = 'The project was deleted.'

/**
 * Cancels all runs of a deleted project that have not ended. It locks the queues of the project first, in the
 * order of their ids. Returns how many runs it ended, and which of them had started.
 */
export async function cancelProjectRuns(
  transaction: Transaction,
  projectId: string,
): Promise<{ ended: number; started: string[] }> {
  await transaction.query(sql`
    select from run_queue where environment_id in (select id from environment where project_id = ${projectId})
    order by workflow_id for update`)
  const open = await transaction.query<{ id: string; hasStarted: boolean }>(sql`
    select id, status <> 'queued' as "hasStarted" from run
    where project_id = ${projectId} and status in ('queued', 'running', 'waiting') order by id`)
  const error = { node: '', message: PROJECT_DELETED }
  const ends = open.map(({ id }) => ({ id, status: 'cancelled', result: null, error }) as const)
  if (ends.length > 0) await endRuns(transaction, ends)
  return {
    ended: ends.length,
    started: open.filter(({ hasStarted }) => hasStarted).map(({ id }) => id),
  }
}
