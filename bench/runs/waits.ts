import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from '../../apps/server/src/foundation/platform/sql.ts'
import { withPlatform } from '../../faults/runs/check-runs.ts'
import { eventually } from '../../faults/stack/eventually.ts'
import { openProject } from '../../faults/stack/make-workflow.ts'
import { makeDataDir, removeDataDir, type Stack, startStack } from '../../faults/stack/stack.ts'
import type { Measured, Measurement } from '../measure/measurement.ts'
import { median, quantile, round } from '../measure/statistics.ts'
import { type Memory, memoryOf } from './memory-of.ts'

const WAITS = Number(process.env.BENCH_WAITS ?? 1_000)
/** A run that is idle for three minutes releases its connection to the worker. */
const WAIT_SECONDS = Number(process.env.BENCH_WAIT_SECONDS ?? 300)
const SETTLE_MS = 15_000
const AT_ONCE = 20
const BRANCH_TURNS = 10
const BRANCH_LIMIT_MS = 2_000

type Project = Awaited<ReturnType<typeof openProject>>

const hookOf = (stack: Stack, { triggers }: { triggers: { url?: string }[] }) =>
  new URL(new URL(triggers[0]?.url ?? '').pathname, stack.address)

async function post(url: URL, body: object): Promise<unknown> {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(`the webhook answered ${answer.status} ${await answer.text()}`)
  return answer.json()
}

/** Duration of a run with three parallel branches that wait one second each. */
async function measureBranches(stack: Stack, project: Project): Promise<number[]> {
  const second = { kind: 'wait', parameters: { amount: 1, unit: 'seconds' } }
  const start = { kind: 'trigger-webhook', parameters: { answer: 'result' } }
  const url = hookOf(stack, await project.saveBranches('Branches', [start, second, second, second]))
  await post(url, {})
  const times: number[] = []
  for (let sample = 0; sample < BRANCH_TURNS; sample += 1) {
    const startedAt = performance.now()
    await post(url, {})
    times.push(performance.now() - startedAt)
  }
  return times
}

async function openWaiting(stack: Stack, project: Project): Promise<URL> {
  return hookOf(
    stack,
    await project.saveChain('Waiting', [
      { kind: 'trigger-webhook', parameters: {} },
      { kind: 'wait', parameters: { until: 'moment', moment: '{{ $trigger.body.moment }}' } },
      { kind: 'set', parameters: { value: '{{ $trigger.body }}' } },
    ]),
  )
}

async function startAll(url: URL, { count, moment }: { count: number; moment: Date }) {
  let left = count
  const lane = async () => {
    for (; left > 0; ) {
      left -= 1
      await post(url, { moment: moment.toISOString() })
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane))
}

interface Counted extends Record<string, unknown> {
  waiting: number
  open: number
  succeeded: number
  /** Runs with exactly one successful record for each of their three nodes. */
  whole: number
}

async function count(dataDir: string): Promise<Counted> {
  const [row] = await withPlatform(dataDir, (db) =>
    db.query<Counted>(sql`
      select (count(*) filter (where status = 'waiting'))::int as waiting,
        (count(*) filter (where ended_at is null))::int as open,
        (count(*) filter (where status = 'succeeded'))::int as succeeded,
        (count(*) filter (where (select count(*) = 3 and bool_and(status = 'succeeded' and attempt = 1)
          from run_step where run_id = run.id)))::int as whole
      from run where workflow_name = 'Waiting'`),
  )
  return row ?? { waiting: 0, open: 0, succeeded: 0, whole: 0 }
}

const PARTS = ['server', 'engine', 'postgres', 'runners'] as const

/** Kilobytes that each wait adds, by process; PostgreSQL's figure depends on its current number of connections. */
function perWait(before: Memory, now: Memory): Record<keyof Memory, number> {
  const added = PARTS.map((part) => [part, round(((now[part] - before[part]) * 1024) / WAITS, 1)])
  return Object.fromEntries(added) as Record<keyof Memory, number>
}

const inWords = ({ server, engine }: Record<keyof Memory, number>) =>
  `${server} KB of the server and ${engine} KB of the engine each`

const inMb = (memory: Memory) =>
  Object.fromEntries(PARTS.map((part) => [part, Math.round(memory[part])]))

async function watchWaits(stack: Stack, project: Project) {
  const { dataDir, pid } = stack
  const url = await openWaiting(stack, project)
  const until = (isSo: (counted: Counted) => boolean, limitMs: number) =>
    eventually(async () => isSo(await count(dataDir)), { limitMs, everyMs: 1_000 })
  // One-time allocations of the first runs must not count as cost of a wait.
  await startAll(url, { count: 50, moment: new Date(Date.now() + 2_000) })
  await until(({ open, whole }) => open === 0 && whole === 50, 60_000)
  await sleep(SETTLE_MS)
  const before = memoryOf(pid)
  const moment = new Date(Date.now() + WAIT_SECONDS * 1_000)
  await startAll(url, { count: WAITS, moment })
  const allWait = await until(({ waiting }) => waiting === WAITS, WAIT_SECONDS * 1_000)
  await sleep(SETTLE_MS)
  const held = memoryOf(pid)
  await sleep(Math.max(0, moment.getTime() - Date.now() - SETTLE_MS))
  const suspended = memoryOf(pid)
  await until(({ open }) => open === 0, 300_000)
  const endedMs = Date.now() - moment.getTime()
  const ended = await count(dataDir)
  return { allWait, before, held, suspended, endedMs, ended }
}

async function measure(): Promise<Measured> {
  const env = { PLINTH_WEBHOOK_RATE: '1000000' }
  const stack = await startStack({ dataDir: makeDataDir(), env })
  try {
    const project = await openProject(stack.address)
    const branches = await measureBranches(stack, project)
    const branchMs = Math.round(median(branches))
    console.log(`  three branches of a second each: ${branchMs} ms`)
    const seen = await watchWaits(stack, project)
    const connected = perWait(seen.before, seen.held)
    const suspended = perWait(seen.before, seen.suspended)
    const { ended, endedMs } = seen
    const all = WAITS + 50
    const violations = [
      ...(seen.allWait ? [] : ['not all runs were waiting at once']),
      ...(ended.open === 0 ? [] : [`${ended.open} runs have not ended`]),
      ...(ended.whole === all && ended.succeeded === all
        ? []
        : [`${ended.whole} of ${all} ended once, with each node done once`]),
      ...(branchMs < BRANCH_LIMIT_MS ? [] : [`three branches took ${branchMs} ms`]),
    ]
    return {
      figures:
        `${WAITS} runs waiting at once: ${inWords(connected)} while they keep their connection, ` +
        `${inWords(suspended)} after; all ended once, ${Math.round(endedMs / 1000)} s after their ` +
        `moment; three branches of a second: ${branchMs} ms`,
      violations,
      result: {
        waits: WAITS,
        waitSeconds: WAIT_SECONDS,
        kbPerWait: { connected, suspended },
        mbInAll: {
          before: inMb(seen.before),
          connected: inMb(seen.held),
          suspended: inMb(seen.suspended),
        },
        endedWithinMs: endedMs,
        branches: { medianMs: branchMs, p95Ms: Math.round(quantile(branches, 0.95)) },
      },
    }
  } finally {
    await stack.stop()
    removeDataDir(stack.dataDir)
  }
}

/** Many concurrently waiting runs: memory per run, and that each ends exactly once. */
export const waits: Measurement = { name: 'waits', run: measure }
