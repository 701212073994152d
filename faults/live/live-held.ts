import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../../packages/contract/src/index.ts'
import { type Caller, call, signIn } from '../stack/call.ts'
import { eventually } from '../stack/eventually.ts'
import { makeDataDir, removeDataDir, type Stack, startStack } from '../stack/stack.ts'
import type { Suite, SuiteResult } from '../stack/suite.ts'
import { connectDirectly, openPostgres, placeOf } from './data-database.ts'
import { type LiveProject, makeLiveProject } from './live-project.ts'
import { LiveReader } from './live-reader.ts'

/** The streams may be so much later than without the open transactions. */
const MAX_DELAY_MS = 150
const EVERY_MS = 50
const ARRIVES_MS = 30_000
const OTHER_DATABASE = 'plinth_held'
const NOT_RECORDED = -1

interface Followed {
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
async function measureDelays(followed: Followed, forMs: number): Promise<Delays> {
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

/** Ends what it holds; the row that it adds to the followed table must arrive then. */
type Release = () => Promise<void>

const INSERT = (table: string, id: string) =>
  `insert into ${table} (id, owner, "isPublic", n) values ('${id}', 'nobody', true, ${NOT_RECORDED})`

/** A transaction that has written a row and stays open. */
async function hold(dataDir: string, project: LiveProject, id: string): Promise<Release> {
  const { table, run, close } = await connectDirectly(dataDir, project)
  await run(project.database === 'postgres' ? 'begin' : 'begin immediate')
  await run(INSERT(table, id))
  return async () => {
    await run('commit')
    await close()
  }
}

async function holdElsewhere(dataDir: string): Promise<Release> {
  const maker = await openPostgres(dataDir, 'plinth')
  await maker.query(`create database ${OTHER_DATABASE}`)
  await maker.end()
  const client = await openPostgres(dataDir, OTHER_DATABASE)
  await client.query('create table held (n integer); begin; insert into held values (1)')
  return async () => {
    await client.query('commit')
    await client.end()
  }
}

/** The lock that one process at a time takes to give positions. */
async function holdSequencer({ dataDir, project }: Followed): Promise<Release> {
  const client = await openPostgres(dataDir, (await placeOf(dataDir, project)).database)
  const lock = `hashtextextended('_plinth.row_log', 7234504)`
  await client.query(`begin; select pg_advisory_xact_lock(${lock})`)
  return async () => {
    await client.query('commit')
    await client.end()
  }
}

async function follow(stack: Stack, token: string, database: Database): Promise<Followed> {
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

/** Measures without and with what is held, one right after the other. */
async function compareHeld(
  followed: Followed,
  { forMs, holdAll }: { forMs: number; holdAll: () => Promise<Release[]> },
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
  if (during.p95 > before.p95 + MAX_DELAY_MS)
    problems.push(`${database}: p95 ${during.p95} ms, ${before.p95} ms without`)
  const words = `${database}: median ${during.median} ms (${before.median} ms without), p95 ${during.p95} ms (${before.p95} ms without)`
  return { problems, words }
}

type Held = (followed: Followed, neighbour: LiveProject) => Promise<Release[]>

async function run(
  { forMs, databases }: { forMs: number; databases: readonly Database[] },
  what: Held,
): Promise<SuiteResult> {
  const dataDir = makeDataDir()
  const stack = await startStack({ dataDir })
  const violations: string[] = []
  const figures: string[] = []
  try {
    const token = await signIn(stack.address)
    for (const database of databases) {
      const followed = await follow(stack, token, database)
      const neighbour = await makeLiveProject(followed.caller, database, 'Neighbour')
      const holdAll = () => what(followed, neighbour)
      const { problems, words } = await compareHeld(followed, { forMs, holdAll })
      violations.push(...problems, ...(await findLate(followed)))
      figures.push(words)
      await followed.reader.stop()
    }
  } finally {
    await stack.stop()
    removeDataDir(dataDir)
  }
  return { violations, figures: figures.join('; ') }
}

const HELD_ROW = crypto.randomUUID()

/** The row of the transaction that was committed last arrives, too. */
async function findLate({ project, reader }: Followed): Promise<string[]> {
  const isMissing = project.database === 'postgres' && !reader.rows.has(HELD_ROW)
  if (!isMissing) return reader.problems
  const hasArrived = await eventually(() => reader.rows.has(HELD_ROW), { limitMs: ARRIVES_MS })
  return [...reader.problems, ...(hasArrived ? [] : ['the row that was held did not arrive'])]
}

/** In the table itself, in another environment of the database, and in another database of the cluster. */
const holdEverywhere: Held = async ({ dataDir, project }, neighbour) => {
  const places = await Promise.all([placeOf(dataDir, project), placeOf(dataDir, neighbour)])
  const isShared = places[0].database === places[1].database
  // A file of SQLite has one writer at a time: there, only the neighbour's can stay open.
  if (project.database !== 'postgres') return [await hold(dataDir, neighbour, HELD_ROW)]
  if (!isShared) throw new Error('the environments are in different databases')
  return [
    await hold(dataDir, neighbour, HELD_ROW),
    await holdElsewhere(dataDir),
    await hold(dataDir, project, HELD_ROW),
  ]
}

/** Transactions that stay open delay nobody else's stream. */
export const liveHeld: Suite = {
  name: 'live-held',
  isAlone: true,
  run: ({ full }) =>
    run({ forMs: full ? 60_000 : 4_000, databases: ['sqlite3', 'postgres'] }, holdEverywhere),
  /** A transaction that holds the lock of the sequencer must be reported. */
  prove: () =>
    run({ forMs: 3_000, databases: ['postgres'] }, async (followed) => {
      const release = await holdSequencer(followed)
      // Released by itself, because the measurement waits for the rows.
      setTimeout(() => void release(), 3_000)
      return []
    }),
}
