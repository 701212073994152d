import type { Database } from '../../apps/server/src/foundation/platform/database.ts'
import { sql } from '../../apps/server/src/foundation/platform/sql.ts'
import { withPlatform } from '../runs/check-runs.ts'
import { eventually } from '../stack/eventually.ts'
import { type Calls, isInsisted } from './call-hook.ts'

interface Seen extends Record<string, unknown> {
  n: number
  ids: string[]
  open: number
  failed: number
}

const look = (db: Database, workflowId: string) =>
  db.query<Seen>(sql`
    select (payload::json -> 'body' ->> 'n')::int as n, array_agg(id) as ids,
      (count(*) filter (where ended_at is null))::int as open,
      (count(*) filter (where status in ('failed', 'cancelled')))::int as failed
    from run where workflow_id = ${workflowId} group by 1`)

function checkCall(n: number, { runId, seen }: { runId: string | undefined; seen?: Seen }) {
  if (runId === undefined && isInsisted(n)) return [`call ${n} was never taken`]
  // An unanswered call may have one run or none, but never two.
  if (!seen) return runId === undefined ? [] : [`call ${n}: acknowledged, but no run`]
  return [
    ...(seen.ids.length > 1 ? [`call ${n}: ${seen.ids.length} runs`] : []),
    ...(runId === undefined || seen.ids.includes(runId) ? [] : [`call ${n}: another run`]),
    ...(seen.open > 0 ? [`call ${n}: its run did not end`] : []),
    ...(seen.failed > 0 ? [`call ${n}: its run failed`] : []),
  ]
}

/** Waits for every run to end; each acknowledged call must have exactly one, and no other more than one. */
export async function checkWebhookCalls(
  dataDir: string,
  { workflowId, calls, limitMs }: { workflowId: string; calls: Calls; limitMs: number },
): Promise<string[]> {
  return withPlatform(dataDir, async (db) => {
    const isOver = async () => (await look(db, workflowId)).every(({ open }) => open === 0)
    await eventually(() => isOver().catch(() => false), { limitMs, everyMs: 200 })
    const runs = new Map((await look(db, workflowId)).map((seen) => [seen.n, seen]))
    const invented = [...runs.keys()].filter((n) => !calls.has(n))
    return [
      ...invented.map((n) => `call ${n}: a run, but no such call`),
      ...[...calls].flatMap(([n, runId]) => {
        const seen = runs.get(n)
        return checkCall(n, { runId, ...(seen ? { seen } : {}) })
      }),
    ]
  })
}
