import { type Database, openDatabase } from '../../apps/server/src/foundation/platform/database.ts'
import { sql } from '../../apps/server/src/foundation/platform/sql.ts'
import { eventually } from '../stack/eventually.ts'
import { embeddedDatabaseUrl } from '../stack/stack.ts'
import { EFFECTS, NODES } from './run-project.ts'
import type { Sink } from './sink.ts'

const ENDS_WITHIN_MS = 60_000
/** Both sides share a clock, but a response takes some time. */
const SLACK_MS = 100

export async function withPlatform<T>(dataDir: string, work: (db: Database) => Promise<T>) {
  const url = embeddedDatabaseUrl(dataDir)
  const db = openDatabase({ url, maxConnections: 2, onError: () => undefined })
  return work(db).finally(() => db.close())
}

interface Seen extends Record<string, unknown> {
  status: string
  nodes: number
  repeated: number
  ended: Record<string, number>
}

async function look(db: Database, id: string): Promise<Seen | undefined> {
  const [run] = await db.query<Seen>(sql`
    select run.status, count(*)::int as nodes,
      (count(*) filter (where run_step.status <> 'succeeded' or attempt > 1))::int as repeated,
      coalesce(json_object_agg(key, extract(epoch from run_step.ended_at) * 1000)
        filter (where key is not null), '{}') as ended
    from run left join run_step on run_id = run.id where run.id = ${id} group by run.id`)
  return run
}

/** The expected nodes of every run. */
interface Chain {
  nodes: number
  effects: readonly string[]
}
const TEN_NODES: Chain = { nodes: NODES, effects: EFFECTS }

function checkRun(
  id: string,
  { run, sink, chain }: { run: Seen; sink: Sink; chain: Chain },
): string[] {
  if (run.status !== 'succeeded') return [`${id} ended as ${run.status}`]
  if (run.nodes !== chain.nodes || run.repeated > 0) {
    return [`${id} has ${run.nodes} records of nodes, ${run.repeated} of them not plain successes`]
  }
  return chain.effects.flatMap((node) => {
    const times = sink.asked.get(`${id}:${node}`) ?? []
    const ended = run.ended[node] ?? 0
    if (times.length === 0) return [`${id}: the effect of ${node} never arrived`]
    const late = times.filter((time) => time > ended + SLACK_MS)
    return late.length > 0 ? [`${id}: ${node} ran again after it had finished`] : []
  })
}

interface JudgedRuns {
  ids: readonly string[]
  sink: Sink
  limitMs?: number
  chain?: Chain
}

/** Waits for every run to end, then checks its invariants. */
export async function checkRuns(
  dataDir: string,
  { ids, sink, limitMs = ENDS_WITHIN_MS, chain = TEN_NODES }: JudgedRuns,
): Promise<string[]> {
  return withPlatform(dataDir, async (db) => {
    const open = async () => {
      const rows = await db.query<{ id: string }>(sql`
        select id from run where id = any(${ids}::text[])
          and status in ('queued', 'running', 'waiting')`)
      return rows
    }
    await eventually(async () => (await open().catch(() => [{}])).length === 0, { limitMs })
    const stuck = (await open()).map(({ id }) => `${id} did not end within ${limitMs / 1000} s`)
    const judged: string[] = []
    for (const id of ids) {
      const run = await look(db, id)
      if (!run) judged.push(`${id} was acknowledged and is missing`)
      else if (!stuck.some((words) => words.startsWith(id)))
        judged.push(...checkRun(id, { run, sink, chain }))
    }
    return [...stuck, ...judged]
  })
}
