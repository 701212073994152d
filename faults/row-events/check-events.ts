import type { Database } from '../../apps/server/src/foundation/platform/database.ts'
import { sql } from '../../apps/server/src/foundation/platform/sql.ts'
import { withPlatform } from '../runs/check-runs.ts'
import { eventually } from '../stack/eventually.ts'
import type { Changes } from './change-rows.ts'

interface Judged {
  workflowId: string
  changes: Changes
  /** How long to wait for the last run to end. */
  limitMs: number
}

interface Seen extends Record<string, unknown> {
  change: string
  first: string
  runs: number
  open: number
  failed: number
}

const look = (db: Database, workflowId: string) =>
  db.query<Seen>(sql`
    select concat(payload::json ->> 'event', ' ', payload::json ->> 'id') as change, count(*)::int as runs, min(id) as first,
      (count(*) filter (where ended_at is null))::int as open,
      (count(*) filter (where status in ('failed', 'cancelled')))::int as failed
    from run where workflow_id = ${workflowId} group by 1`)

/** Waits until every change has its run and every run has ended; false on timeout. */
async function settle(db: Database, { workflowId, changes, limitMs }: Judged): Promise<boolean> {
  const isOver = async () => {
    const seen = await look(db, workflowId)
    return seen.length >= changes.size && seen.every(({ open }) => open === 0)
  }
  return eventually(() => isOver().catch(() => false), { limitMs, everyMs: 500 })
}

/** Runs of a row must be in the order of its changes. */
function checkOrder(runs: ReadonlyMap<string, Seen>): string[] {
  return [...runs.values()].flatMap(({ change, first }) => {
    const [event, id] = change.split(' ')
    const before = event === 'deleted' ? 'updated' : 'created'
    const earlier = runs.get(`${before} ${id}`)
    if (event === 'created' || !earlier || earlier.first < first) return []
    return [`${change}: its run came before that of ${before}`]
  })
}

/** Every committed change has exactly one succeeded run, and there is no other run. */
export async function checkEvents(dataDir: string, judged: Judged): Promise<string[]> {
  const { workflowId, changes } = judged
  return withPlatform(dataDir, async (db) => {
    await settle(db, judged)
    const runs = new Map((await look(db, workflowId)).map((seen) => [seen.change, seen]))
    const lost = [...changes].filter((change) => !runs.has(change))
    const wrong = [...runs.values()].flatMap(({ change, runs: count, open, failed }) => [
      ...(changes.has(change) ? [] : [`${change}: a run, but no such change`]),
      ...(count > 1 ? [`${change}: ${count} runs`] : []),
      ...(open > 0 ? [`${change}: its run did not end`] : []),
      ...(failed > 0 ? [`${change}: its run failed`] : []),
    ])
    const none = lost.map((change) => `${change}: committed, but no run`)
    return [...none, ...wrong, ...checkOrder(runs)]
  })
}
