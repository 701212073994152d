import { sql } from '../../apps/server/src/foundation/platform/sql.ts'
import { withPlatform } from '../runs/check-runs.ts'

/** What is known of an approval: its run, and the states that the answers with 200 named. */
export interface Expected {
  runId: string
  states: readonly string[]
}

interface Seen extends Record<string, unknown> {
  runId: string
  state: string
  decisions: number
  lateMs: number
}

export function readApprovals(dataDir: string, runIds: readonly string[]) {
  return withPlatform(dataDir, (db) =>
    db.query<Seen & { id: string }>(sql`
      select id, run_id as "runId", state, (select count(*) from approval_decision
        where approval_id = approval.id)::int as decisions,
        coalesce(extract(epoch from ended_at - deadline_at) * 1000, 0)::float8 as "lateMs"
      from approval where run_id = any(${runIds}::text[])`),
  )
}

function checkOne({ runId, states }: Expected, seen: Seen | undefined): string[] {
  if (!seen) return [`${runId}: its approval is gone`]
  const problems: string[] = []
  if (states.length > 1) problems.push(`${runId}: ${states.length} decisions were acknowledged`)
  if (seen.decisions !== 1) problems.push(`${runId} has ${seen.decisions} decisions`)
  const isKept = states.every((state) => state === seen.state)
  if (!isKept || !['approved', 'rejected'].includes(seen.state))
    problems.push(`${runId}: acknowledged ${states.join(', ')} and is ${seen.state}`)
  return problems
}

/** Each approval has exactly one decision, and the one that was acknowledged. */
export async function checkDecided(
  dataDir: string,
  expected: readonly Expected[],
): Promise<string[]> {
  const ids = expected.map(({ runId }) => runId)
  const seen = new Map((await readApprovals(dataDir, ids)).map((row) => [row.runId, row]))
  return expected.flatMap((one) => checkOne(one, seen.get(one.runId)))
}

/** Each approval expired without a decision, soon after its deadline. */
export async function checkExpired(
  dataDir: string,
  { ids, lateMs }: { ids: readonly string[]; lateMs: number },
): Promise<{ problems: string[]; medianMs: number; latestMs: number }> {
  const seen = await readApprovals(dataDir, ids)
  const problems = seen.flatMap((one) => {
    if (one.state !== 'expired' || one.decisions > 0) return [`${one.runId} is ${one.state}`]
    return one.lateMs > lateMs ? [`${one.runId} expired ${Math.round(one.lateMs)} ms late`] : []
  })
  if (seen.length < ids.length) problems.push(`${ids.length - seen.length} approvals are gone`)
  const late = seen.map((one) => one.lateMs).toSorted((one, other) => one - other)
  const medianMs = late[Math.floor(late.length / 2)] ?? 0
  return { problems, medianMs, latestMs: late.at(-1) ?? 0 }
}
