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
import { type Change, expectedOf, findWrong, makeChanges, makePublicRow } from './live-changes.ts'
import { type LiveProject, makeLiveProject } from './live-project.ts'
import { LiveReader } from './live-reader.ts'

const ENGINES = ['sqlite3', 'postgres'] as const
const IN_TURN: readonly (Killable | 'none')[] = ['none', 'node', 'postgres', 'all']
const REDUCED = { rounds: 4, changes: 60, limitMs: 60_000 }
const FULL = { rounds: 40, changes: 1_250, limitMs: 300_000 }
const DISCONNECT_MS = 400

interface Place {
  project: LiveProject
  changes: Change[]
  readers: LiveReader[]
}

interface World {
  dataDir: string
  stack: Stack
  token: string
  places: Place[]
}

async function open(): Promise<World> {
  const dataDir = makeDataDir()
  const stack = await startStack({ dataDir })
  const token = await signIn(stack.address)
  const world: World = { dataDir, stack, token, places: [] }
  for (const engine of ENGINES) {
    const project = await makeLiveProject({ address: stack.address, token }, engine)
    const readers = project.users.map(
      (user) => new LiveReader({ project, user, address: () => world.stack.address }),
    )
    for (const reader of readers) reader.start()
    await eventually(() => readers.every(({ isSubscribed }) => isSubscribed), { limitMs: 30_000 })
    // Changes right after a subscription may be sent as one; who has got one change gets each of the later ones.
    const id = await makePublicRow(project, () => callerOf(world))
    if (!(await eventually(() => readers.every(({ rows }) => rows.has(id)), { limitMs: 30_000 })))
      throw new Error('a reader gets no changes')
    for (const { rows } of readers) rows.delete(id)
    world.places.push({ project, changes: [], readers })
  }
  return world
}

const callerOf = ({ stack, token }: World): Caller => ({ address: stack.address, token })

async function end(world: World): Promise<void> {
  for (const { readers } of world.places) await Promise.all(readers.map((reader) => reader.stop()))
  await world.stack.stop()
  removeDataDir(world.dataDir)
}

/** Changes rows on both databases while readers disconnect, and kills when half of the changes are made. */
async function harm(world: World, what: Killable | 'none', wanted: number): Promise<string[]> {
  const count = () => world.places.reduce((sum, { changes }) => sum + changes.length, 0)
  const start = count()
  const caller = () => callerOf(world)
  const writing = Promise.all(
    world.places.map(({ project, changes }) => makeChanges({ project, changes, caller }, wanted)),
  )
  const cutting = setInterval(() => {
    // The first one stays, so that it is compared change by change until something is killed.
    for (const { readers } of world.places)
      readers[1 + Math.floor(Math.random() * (readers.length - 1))]?.disconnect()
  }, DISCONNECT_MS)
  await eventually(() => count() - start >= wanted, { limitMs: 120_000, everyMs: 5 })
  const problems: string[] = []
  if (what !== 'none') {
    world.stack.kill(what)
    if (what === 'all' || what === 'node')
      world.stack = await startStack({ dataDir: world.dataDir })
    else if (!(await eventually(() => isReady(world.stack.address), { limitMs: 90_000 })))
      problems.push(`kill -9 of ${what} left the product down`)
  }
  await writing
  clearInterval(cutting)
  return problems
}

/** Compares what each reader got of each row with the record of changes. */
function compare({ project, changes, readers }: Place): string[] {
  const byRow = Map.groupBy(changes, ({ id }) => id)
  return readers.flatMap((reader, at) => {
    const expected = expectedOf(changes, reader.user.id)
    const ids = new Set([...byRow.keys(), ...reader.rows.keys()])
    const wrong = [...ids].flatMap((id) => {
      const [want, got] = [expected.get(id) ?? [], reader.rows.get(id) ?? []]
      const isSame = want.join() === got.join()
      const resumed = findWrong(byRow.get(id) ?? [], got, reader.user.id)
      const problem = reader.connects === 1 ? !isSame && `expected ${want}` : resumed
      return problem
        ? [`reader ${at} of ${project.database}: row ${id} has ${got}: ${problem}`]
        : []
    })
    return [
      ...wrong,
      ...reader.problems.map((words) => `reader ${at} of ${project.database}: ${words}`),
    ]
  })
}

async function judge(world: World, limitMs: number): Promise<string[]> {
  const all = () => world.places.flatMap(compare)
  await eventually(() => all().length === 0, { limitMs, everyMs: 100 })
  return all().slice(0, 20)
}

async function run({ rounds, changes, limitMs }: typeof FULL): Promise<SuiteResult> {
  const world = await open()
  const violations: string[] = []
  for (let number = 0; number < rounds && violations.length === 0; number += 1) {
    const what = IN_TURN[number % IN_TURN.length] ?? 'none'
    const problems = await harm(world, what, changes)
    const since = performance.now()
    problems.push(...(await judge(world, limitMs)))
    const seconds = ((performance.now() - since) / 1000).toFixed(1)
    console.log(
      `  round ${number + 1}: kill ${what}, complete after ${seconds} s, ${problems.length} violations`,
    )
    violations.push(...problems.map((words) => `round ${number + 1} (${what}): ${words}`))
  }
  const made = world.places.map(
    ({ project, changes: all }) => `${all.length} on ${project.database}`,
  )
  const connects = world.places.flatMap(({ readers }) => readers.map((each) => each.connects))
  await end(world)
  const total = connects.reduce((sum, each) => sum + each, 0)
  return { violations, figures: `changes: ${made.join(', ')}; ${total} connections of 8 readers` }
}

/** Opens the data database of the project on PostgreSQL. */
async function damageLog(world: World, { project }: Place, statements: readonly string[]) {
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
    await makeChanges({ project, changes, caller }, 10)
    const before = await judge(world, 30_000)
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
    const found = await judge(world, 5_000)
    await end(world)
    const isFound = ['does not end', 'never visible'].map((words) => found.join().includes(words))
    if (isFound.includes(false)) throw new Error(`not detected: ${found.join('; ')}`)
    return { violations: found, figures: 'a removed change and a changed owner were detected' }
  },
}
