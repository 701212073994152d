import pg from 'pg'
import { sql } from '../../apps/server/src/foundation/platform/sql.ts'
import { withPlatform } from '../runs/check-runs.ts'
import { type Caller, signIn } from '../stack/call.ts'
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
import { judgeLive, type LivePlace } from './judge-live.ts'
import { type Change, makeChanges, makePublicRow } from './live-changes.ts'
import { changeRule, makeLiveProject } from './live-project.ts'
import { LiveReader } from './live-reader.ts'
import { LiveVisitor } from './live-visitor.ts'

const ENGINES = ['sqlite3', 'postgres'] as const
/** What is killed when half of the changes are made, and whether the rule changes before. */
interface Harm {
  kill?: Killable
  hasNewRule?: true
}
const REDUCED = {
  changes: 120,
  limitMs: 60_000,
  rounds: [{}, { kill: 'node' }, { hasNewRule: true }, { kill: 'all', hasNewRule: true }],
} satisfies Plan
const IN_TURN: readonly Harm[] = [
  {},
  { kill: 'node' },
  { hasNewRule: true },
  { kill: 'postgres' },
  { kill: 'restate' },
  { kill: 'node', hasNewRule: true },
  { kill: 'all' },
  { kill: 'postgres', hasNewRule: true },
]
const FULL: Plan = {
  changes: 2_500,
  limitMs: 300_000,
  rounds: Array.from({ length: 5 }, () => IN_TURN).flat(),
}
const DISCONNECT_MS = 400

interface Plan {
  /** Of each round, on both databases together. */
  changes: number
  limitMs: number
  rounds: readonly Harm[]
}

interface World {
  dataDir: string
  stack: Stack
  token: string
  places: LivePlace[]
}

async function open(): Promise<World> {
  const dataDir = makeDataDir()
  const stack = await startStack({ dataDir })
  const token = await signIn(stack.address)
  const world: World = { dataDir, stack, token, places: [] }
  for (const engine of ENGINES) {
    const project = await makeLiveProject({ address: stack.address, token }, engine)
    const address = () => world.stack.address
    const readers = project.users.map((user) => new LiveReader({ project, user, address }))
    for (const reader of readers) reader.start()
    await eventually(() => readers.every(({ isSubscribed }) => isSubscribed), { limitMs: 30_000 })
    // Changes right after a subscription may be sent as one; who has got one change gets each of the later ones.
    const id = await makePublicRow(project, () => callerOf(world))
    if (!(await eventually(() => readers.every(({ rows }) => rows.has(id)), { limitMs: 30_000 })))
      throw new Error('a reader gets no changes')
    const [user] = project.users
    if (!user) throw new Error('no user')
    const visitor = new LiveVisitor({ project, user, address })
    world.places.push({ project, changes: [], from: 0, otherRow: id, readers, visitor })
  }
  return world
}

const callerOf = ({ stack, token }: World): Caller => ({ address: stack.address, token })

async function end(world: World): Promise<void> {
  for (const { readers, visitor } of world.places)
    await Promise.all([...readers, visitor].map((client) => client.stop()))
  await world.stack.stop()
  removeDataDir(world.dataDir)
}

function beginRound(world: World): void {
  for (const place of world.places) {
    place.from = place.changes.length
    for (const reader of place.readers) reader.beginRound()
    place.visitor.isMoving = true
    place.visitor.start()
  }
}

async function kill(world: World, what: Killable): Promise<string[]> {
  world.stack.kill(what)
  if (what === 'all' || what === 'node') world.stack = await startStack({ dataDir: world.dataDir })
  else if (!(await eventually(() => isReady(world.stack.address), { limitMs: 90_000 })))
    return [`kill -9 of ${what} left the product down`]
  return []
}

/** Changes rows on both databases while readers disconnect; a rule changes first, and half-way something is killed. */
async function harm(world: World, what: Harm, wanted: number): Promise<string[]> {
  beginRound(world)
  const count = () =>
    world.places.reduce((sum, { changes, from }) => sum + changes.length - from, 0)
  const caller = () => callerOf(world)
  const writing = Promise.all(
    world.places.map(({ project, changes }) =>
      makeChanges({ project, changes, caller }, wanted / world.places.length),
    ),
  )
  const cutting = setInterval(() => {
    // The first one stays, so that it is compared change by change until something is killed.
    for (const { readers } of world.places)
      readers[1 + Math.floor(Math.random() * (readers.length - 1))]?.disconnect()
  }, DISCONNECT_MS)
  await eventually(() => count() >= wanted / 4, { limitMs: 120_000, everyMs: 5 })
  if (what.hasNewRule)
    await Promise.all(world.places.map(({ project }) => changeRule(caller(), project)))
  await eventually(() => count() >= wanted / 2, { limitMs: 120_000, everyMs: 5 })
  const problems = what.kill ? await kill(world, what.kill) : []
  await writing
  clearInterval(cutting)
  return problems
}

async function run({ rounds, changes, limitMs }: Plan): Promise<SuiteResult> {
  const world = await open()
  const violations: string[] = []
  for (const [at, what] of rounds.entries()) {
    const begun = performance.now()
    const problems = await harm(world, what, changes)
    const since = performance.now()
    problems.push(...(await judgeLive(world.places, { caller: () => callerOf(world), limitMs })))
    const [taken, waited] = [since - begun, performance.now() - since].map((ms) =>
      (ms / 1_000).toFixed(1),
    )
    const words = `kill ${what.kill ?? 'nothing'}${what.hasNewRule ? ', new rule' : ''}`
    console.log(
      `  round ${at + 1}: ${words}, ${taken} s, complete after ${waited} s more, ${problems.length} violations`,
    )
    violations.push(...problems.map((problem) => `round ${at + 1} (${words}): ${problem}`))
    if (violations.length > 0) break
  }
  const made = world.places.map(
    ({ project, changes: all }) => `${all.length} on ${project.database}`,
  )
  const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 0)
  const connects = sum(world.places.flatMap(({ readers }) => readers.map((each) => each.connects)))
  const visits = sum(world.places.map(({ visitor }) => visitor.made))
  const rules = sum(world.places.map(({ project }) => project.rules.count - 1))
  await end(world)
  const figures = `changes: ${made.join(', ')}; ${connects} connections of 8 readers, ${visits} subscriptions, ${rules} new rules`
  return { violations, figures }
}

/** Opens the data database of the project on PostgreSQL. */
async function damageLog(world: World, { project }: LivePlace, statements: readonly string[]) {
  const database = await withPlatform(world.dataDir, async (db) => {
    const [row] = await db.query<{ database: string }>(sql`
      select database from placement join environment on environment.id = environment_id
      where project_id = ${project.projectId} and name = 'dev'`)
    return row?.database ?? ''
  })
  const client = new pg.Client({ connectionString: embeddedDatabaseUrl(world.dataDir, database) })
  await client.connect()
  for (const text of statements) await client.query(text)
  await client.end()
}

export const live: Suite = {
  name: 'live',
  run: ({ full }) => run(full ? FULL : REDUCED),
  /** While a reader is away, removes the changes of one of its rows from the log, and gives it deletions of others. */
  async prove() {
    const world = await open()
    const place = world.places.find(({ project }) => project.database === 'postgres')
    const reader = place?.readers[0]
    if (!place || !reader) throw new Error('no reader')
    const { project, changes } = place
    const caller = () => callerOf(world)
    beginRound(world)
    await makeChanges({ project, changes, caller }, 10)
    const before = await judgeLive(world.places, { caller, limitMs: 30_000 })
    if (before.length > 0) throw new Error(`not quiet before: ${before.join('; ')}`)
    await reader.pause()
    const { id } = reader.user
    const from = changes.length
    // Until the reader has missed a row that it sees at the end.
    let missed: Change | undefined
    while (missed === undefined) {
      await makeChanges({ project, changes, caller }, 120)
      const newest = new Map(changes.slice(from).map((change) => [change.id, change]))
      missed = [...newest.values()].find(({ after }) => after?.owner === id)
    }
    await damageLog(world, place, [
      `delete from _plinth.row_event where row_id = '${missed.id}'`,
      `update _plinth.row_event set row = jsonb_set(row::jsonb, '{owner}', '"${id}"')::text
       where operation = 'deleted'`,
    ])
    reader.start()
    const found = await judgeLive(world.places, { caller, limitMs: 5_000 })
    await end(world)
    const isFound = ['does not end', 'never visible'].map((words) => found.join().includes(words))
    if (isFound.includes(false)) throw new Error(`not detected: ${found.join('; ')}`)
    return { violations: found, figures: 'a removed change and a changed owner were detected' }
  },
}
