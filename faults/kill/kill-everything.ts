import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Database, openDatabase } from '../../apps/server/src/foundation/platform/database.ts'
import { sql } from '../../apps/server/src/foundation/platform/sql.ts'
import { signIn } from '../stack/call.ts'
import { eventually } from '../stack/eventually.ts'
import {
  embeddedDatabaseUrl,
  isReady,
  type Killable,
  makeDataDir,
  removeDataDir,
  type Stack,
  startStack,
} from '../stack/stack.ts'
import type { Suite, SuiteResult } from '../stack/suite.ts'
import { checkListed, retryUnknown } from './check-history.ts'
import { checkWhole } from './check-whole.ts'
import { createAndDelete, type Server } from './create-and-delete.ts'
import { History } from './history.ts'
import { waitUntilIdle } from './wait-until-idle.ts'

const PEOPLE = 6
/** Acknowledged creations per round before a kill. */
const MIN_CREATED = 3
const EARLIEST_MS = 200
const LATEST_MS = 2_500
/** How long clients continue while a killed server restarts under the running product. */
const ASK_ON_MS = 1_500
const REDUCED: readonly Killable[] = ['all', 'postgres', 'all', 'restate', 'node']
const FULL: readonly Killable[] = [
  ...Array<Killable>(20).fill('all'),
  ...Array<Killable[]>(3).fill(['postgres', 'restate', 'node']).flat(),
]

interface World {
  dataDir: string
  stack: Stack
  token: string
  history: History
  sendKeys: boolean
  backMs: number[]
  killed: number
}

function start(dataDir: string, round: number): Promise<Stack> {
  // Alternates both databases on one data folder.
  const engine = round % 2 === 0 ? 'sqlite3' : 'postgres'
  return startStack({ dataDir, env: { PLINTH_DEFAULT_ENGINE: engine } })
}

function server({ stack, token, sendKeys }: World): Server {
  return { address: stack.address, token, sendKeys }
}

async function withDatabase<T>(setup: World, work: (db: Database) => Promise<T>): Promise<T> {
  const url = embeddedDatabaseUrl(setup.dataDir)
  const db = openDatabase({ url, maxConnections: 2, onError: () => undefined })
  return work(db).finally(() => db.close())
}

/** Clients create and delete; at a random time the processes are killed; then everything is restarted. */
async function harm(setup: World, round: { number: number; what: Killable }): Promise<string[]> {
  const { number, what } = round
  const stop = new AbortController()
  const before = setup.history.count({ create: 'acknowledged' })
  const people = Array.from({ length: PEOPLE }, (_, index) =>
    createAndDelete(server(setup), {
      history: setup.history,
      person: `r${number}-p${index}`,
      until: stop.signal,
    }),
  )
  await sleep(EARLIEST_MS + Math.random() * (LATEST_MS - EARLIEST_MS))
  // On a slow machine nothing may be acknowledged yet, and then nothing could be lost.
  const isEnough = () => setup.history.count({ create: 'acknowledged' }) - before >= MIN_CREATED
  await eventually(isEnough, { limitMs: 60_000 })
  const since = performance.now()
  setup.killed += setup.stack.kill(what)
  if (what === 'all' || what === 'node') {
    stop.abort()
    setup.stack = await start(setup.dataDir, number + 1)
    setup.backMs.push(setup.stack.readyMs)
    await Promise.all(people)
    return []
  }
  await sleep(ASK_ON_MS)
  stop.abort()
  await Promise.all(people)
  const back = await eventually(() => setup.stack.hasEnded() || isReady(setup.stack.address), {
    limitMs: 90_000,
  })
  setup.backMs.push(performance.now() - since)
  if (back && !setup.stack.hasEnded()) return []
  const words = setup.stack.output().slice(-600)
  const problem = `kill -9 of ${what} alone ${back ? 'ended the product' : 'left it down for 90 s'}: ${words}`
  setup.stack.kill('all')
  setup.stack = await start(setup.dataDir, number + 1)
  return [problem]
}

async function check(setup: World): Promise<string[]> {
  const look = async () => [
    ...(await withDatabase(setup, waitUntilIdle)),
    ...(await checkListed(server(setup), setup.history)),
    ...(await withDatabase(setup, (db) => checkWhole(db, setup.dataDir))),
  ]
  const before = await look()
  const retried = await retryUnknown(server(setup), setup.history)
  return [...before, ...retried, ...(await look()), ...setup.history.surprises.splice(0)]
}

async function run(
  rounds: readonly Killable[],
  sendKeys: boolean,
): Promise<SuiteResult & { setup: World }> {
  const dataDir = makeDataDir()
  const stack = await start(dataDir, 0)
  const token = await signIn(stack.address)
  const history = new History()
  const setup: World = { dataDir, stack, token, history, sendKeys, backMs: [], killed: 0 }
  const violations: string[] = []
  for (const [number, what] of rounds.entries()) {
    const made = history.count({ create: 'acknowledged' })
    const problems = await harm(setup, { number, what })
    const acknowledged = history.count({ create: 'acknowledged' }) - made
    const unknown = history.count({ create: 'unknown' })
    problems.push(...(await check(setup)))
    console.log(
      `  round ${number + 1}: kill -9 ${what}, ${acknowledged} creations acknowledged, ` +
        `${unknown} unknown, back in ${Math.round(setup.backMs.at(-1) ?? 0)} ms, ${problems.length} violations`,
    )
    violations.push(...problems.map((problem) => `round ${number + 1} (${what}): ${problem}`))
  }
  const created = history.count({ create: 'acknowledged' })
  // A product that acknowledges nothing loses nothing.
  if (created < rounds.length * MIN_CREATED)
    violations.push(`only ${created} creations were acknowledged`)
  const deleted = history.count({ deletion: 'acknowledged' })
  const figures =
    `${rounds.length} rounds, ${setup.killed} processes killed, ${created} projects created, ` +
    `${deleted} deleted, ready again after ${Math.round(Math.max(...setup.backMs))} ms at most`
  return { violations, figures, setup }
}

async function end({ stack, dataDir }: World): Promise<void> {
  await stack.stop()
  removeDataDir(dataDir)
}

/** Plants damage of each kind: the checks must detect all of it. */
async function plantDamage(setup: World): Promise<string[]> {
  const intact = setup.history.wishes.filter(
    (wish) => wish.create === 'acknowledged' && wish.deletion === 'none' && wish.id !== undefined,
  )
  const [lost, halved] = intact
  await withDatabase(setup, async (db) => {
    await db.query(sql`delete from project where id = ${lost?.id}`)
    await db.query(sql`delete from environment where project_id = ${halved?.id} and name = 'dev'`)
    const [file] = await db.query<{ database: string }>(
      sql`select database from placement where engine = 'sqlite3' limit 1`,
    )
    rmSync(join(setup.dataDir, 'projects', file?.database ?? 'none'), { force: true })
  })
  writeFileSync(join(setup.dataDir, 'projects', 'env_nobody.db'), '')
  return check(setup)
}

export const killEverything: Suite = {
  name: 'kill-everything',
  async run({ full }) {
    const { setup, ...result } = await run(full ? FULL : REDUCED, true)
    await end(setup)
    return result
  },
  /** Without keys a repeated creation is not detected as such; then plants every kind of damage. */
  async prove() {
    const { setup, violations } = await run(['all', 'all'], false)
    const planted = await plantDamage(setup)
    await end(setup)
    const wanted = {
      repeated: /again answered/,
      lost: /lost:/,
      halved: /half-made:/,
      orphan: /orphan:/,
    }
    const missed = Object.entries(wanted).filter(
      ([kind, words]) => !(kind === 'repeated' ? violations : planted).some((v) => words.test(v)),
    )
    if (missed.length > 0)
      throw new Error(`not detected: ${missed.map(([kind]) => kind).join(', ')}`)
    return { violations: [...violations, ...planted], figures: 'each kind of damage was detected' }
  },
}
