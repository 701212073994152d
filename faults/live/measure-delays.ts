import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../../packages/contract/src/index.ts'
import { type Caller, call } from '../stack/call.ts'
import { eventually } from '../stack/eventually.ts'
import type { Stack } from '../stack/stack.ts'
import { openPostgres, placeOf } from './data-database.ts'
import { type LiveProject, makeLiveProject } from './live-project.ts'
import { LiveReader } from './live-reader.ts'

/** What is held may make the followed stream so much later. */
const MAX_DELAY_MS = 150
const EVERY_MS = 50
export const ARRIVES_MS = 30_000

/** Ends what it holds. */
export type Release = () => Promise<void>

/** A live table, and a client that follows it. */
export interface Followed {
  dataDir: string
  caller: Caller
  project: LiveProject
  reader: LiveReader
}

interface Delays {
  median: number
  p95: number
  longest: number
}

/** Creates rows at a steady rate; returns how long after its answer each arrives. */
export async function measureDelays(followed: Followed, forMs: number): Promise<Delays> {
  const { caller, project, reader } = followed
  const path = `/api/data/thing?$projectId=${project.projectId}`
  const body = { owner: 'nobody', isPublic: true, n: 1 }
  const sent: Promise<number>[] = []
  const once = async () => {
    const made = await call(caller, { method: 'POST', path, body })
    if (made.status !== 200) throw new Error(`creating answered ${made.status}`)
    const { id } = made.body.data as { id: string }
    const since = performance.now()
    const hasArrived = () => reader.rows.has(id)
    await eventually(hasArrived, { limitMs: forMs + ARRIVES_MS, everyMs: 2 })
    return performance.now() - since
  }
  for (const until = performance.now() + forMs; performance.now() < until; ) {
    sent.push(once())
    await sleep(EVERY_MS)
  }
  const times = (await Promise.all(sent)).sort((a, b) => a - b)
  const at = (share: number) => Math.round(times[Math.floor(times.length * share)] ?? 0)
  return { median: at(0.5), p95: at(0.95), longest: Math.round(times.at(-1) ?? 0) }
}

/** The lock that one process at a time takes to give positions in an environment. */
export async function holdSequencer({ dataDir, project }: Followed): Promise<Release> {
  const { environmentId, database } = await placeOf(dataDir, project)
  const client = await openPostgres(dataDir, database)
  const lock = `hashtextextended('_plinth.row_log${environmentId}', 7234504)`
  await client.query(`begin; select pg_advisory_xact_lock(${lock})`)
  return async () => {
    await client.query('commit')
    await client.end()
  }
}

export async function follow(stack: Stack, token: string, database: Database): Promise<Followed> {
  const { address, dataDir } = stack
  const caller = { address, token }
  const project = await makeLiveProject(caller, database)
  const [user] = project.users
  if (!user) throw new Error('no user')
  const reader = new LiveReader({ project, user, address: () => address })
  reader.start()
  await eventually(() => reader.isSubscribed, { limitMs: ARRIVES_MS })
  await measureDelays({ dataDir, caller, project, reader }, 1_000)
  return { dataDir, caller, project, reader }
}

/** Measures without and with what is held, one right after the other: p95 may rise by so much. */
export async function compareDelays(
  followed: Followed,
  {
    forMs,
    holdAll,
    maxDelayMs = MAX_DELAY_MS,
  }: { forMs: number; holdAll: () => Promise<Release[]>; maxDelayMs?: number },
) {
  const before = await measureDelays(followed, Math.min(forMs, 10_000))
  const held = await holdAll()
  const since = performance.now()
  const during = await measureDelays(followed, forMs)
  const seconds = (performance.now() - since) / 1_000
  for (const release of held) await release()
  const { database } = followed.project
  console.log(`  ${database}, ${seconds.toFixed(1)} s: ${JSON.stringify({ before, during })}`)
  const problems: string[] = []
  if (during.p95 > before.p95 + maxDelayMs)
    problems.push(`${database}: p95 ${during.p95} ms, ${before.p95} ms without`)
  const words = `${database}: median ${during.median} ms (${before.median} ms without), p95 ${during.p95} ms (${before.p95} ms without)`
  return { problems, words }
}
