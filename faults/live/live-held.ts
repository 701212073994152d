import type { Database } from '../../packages/contract/src/index.ts'
import { signIn } from '../stack/call.ts'
import { eventually } from '../stack/eventually.ts'
import { makeDataDir, removeDataDir, startStack } from '../stack/stack.ts'
import type { Suite, SuiteResult } from '../stack/suite.ts'
import { connectDirectly, openPostgres, placeOf } from './data-database.ts'
import { type LiveProject, makeLiveProject } from './live-project.ts'
import {
  ARRIVES_MS,
  compareDelays,
  type Followed,
  follow,
  holdSequencer,
  type Release,
} from './measure-delays.ts'

const OTHER_DATABASE = 'plinth_held'
const NOT_RECORDED = -1

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
      const { problems, words } = await compareDelays(followed, { forMs, holdAll })
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
