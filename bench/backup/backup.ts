import { execFile } from 'node:child_process'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '../../faults/backup/free-port.ts'
import { judgeFiles, judgeMoment, readPair } from '../../faults/backup/judge.ts'
import { makePlace, type Place } from '../../faults/backup/place.ts'
import { startWriters } from '../../faults/backup/writers.ts'
import { signIn } from '../../faults/stack/call.ts'
import {
  embeddedDatabaseUrl,
  makeDataDir,
  removeDataDir,
  startStack,
} from '../../faults/stack/stack.ts'
import type { Measured, Measurement } from '../measure/measurement.ts'
import { round } from '../measure/statistics.ts'
import { type Beside, dumpBeside } from './dump-beside.ts'
import { exportBeside } from './export-beside.ts'
import { readPeak, resetPeak } from './peak-memory.ts'
import { placementOf, sumOf } from './rows-of.ts'
import { callerOf, finish, seconds, type World } from './world.ts'

const run = promisify(execFile)
const ROWS = Number(process.env.BENCH_ROWS ?? 1_000_000)
const FILES = Number(process.env.BENCH_FILES ?? 1_000)
const CLIENTS = 50
const ENGINES = ['sqlite3', 'postgres'] as const

/** What the database's own tool needs for the rows alone. */
async function besides(world: World, place: Place): Promise<Beside & { bytes: number }> {
  const { dataDir } = world
  const { database, schema } = await placementOf(world, place.projectId)
  const out = join(dataDir, `beside-${place.database}.out`)
  const bytes = () => statSync(out).size
  if (place.database === 'postgres') {
    const url = embeddedDatabaseUrl(dataDir, database)
    return { ...(await dumpBeside({ dataDir, url, schema, out })), bytes: bytes() }
  }
  const file = join(dataDir, 'projects', database)
  const took = await seconds(() => run('sqlite3', [file, `vacuum into '${out}'`]))
  return { tool: 'VACUUM INTO', seconds: took, bytes: bytes() }
}

/** How long something takes, and the most memory that the server holds meanwhile. */
async function watched(world: World, work: () => Promise<unknown>) {
  resetPeak(world.stack.pid)
  const took = await seconds(work)
  return { seconds: round(took, 1), peakMb: readPeak(world.stack.pid) }
}

async function measure(world: World, place: Place) {
  const base = `/api/project/${place.projectId}`
  const back = { start: `${base}/backup`, watch: (id: string) => `${base}/backup/${id}`, body: {} }
  const idleMb = readPeak(world.stack.pid)
  const alone = await watched(world, () => finish(world, back))
  const writers = startWriters(() => callerOf(world), { place, count: CLIENTS })
  const count = () => writers.mark().begun.reduce((sum, one) => sum + one, 0)
  while (count() < 10 * CLIENTS) await new Promise((resolve) => setTimeout(resolve, 20))
  const [floor, before] = [writers.mark(), count()]
  let made: Awaited<ReturnType<typeof finish>> | undefined
  const under = await watched(world, async () => {
    made = await finish(world, back)
  })
  const [ceiling, pairs] = [writers.mark(), count() - before]
  await writers.stop()
  let projectId = ''
  const restored = await watched(world, async () => {
    const job = await finish(world, {
      start: `${base}/backup/${made?.id}/restore`,
      watch: () => `${base}/restore`,
      body: { into: 'new', name: `${place.name} again` },
    })
    projectId = String(job.projectId)
  })
  const held = await readPair(callerOf(world), projectId)
  const [own, copy] = [await sumOf(world, place.projectId), await sumOf(world, projectId)]
  const violations = [
    ...judgeMoment(held, { writers, floor, ceiling }),
    ...(await judgeFiles(callerOf(world), { place, projectId })),
    ...(own.rows === ROWS && own.digest === copy.digest ? [] : [`${copy.rows} rows of ${ROWS}`]),
  ]
  const exported = await exportBeside(world, place.projectId)
  return {
    database: place.database,
    idleMb,
    alone,
    under: { ...under, pairs },
    restored,
    bytes: Number(made?.bytes),
    beside: await besides(world, place),
    exported,
    violations: [...violations, ...exported.violations].map((one) => `${place.database}: ${one}`),
  }
}

type Result = Awaited<ReturnType<typeof measure>>
const mb = (bytes: number) => `${(bytes / 1e6).toFixed(0)} MB`

function inWords({ database, alone, under, restored, beside, bytes, exported }: Result): string {
  const each = [
    `${alone.seconds} s alone`,
    `${under.seconds} s under ${CLIENTS} clients (${under.pairs} pairs of rows written meanwhile)`,
    `restored in ${restored.seconds} s and one moment of it`,
    `${beside.tool} ${beside.seconds.toFixed(1)} s`,
    `${mb(bytes)} beside ${mb(beside.bytes)}`,
    `server at most ${under.peakMb} MB backing up, ${restored.peakMb} restoring`,
    `export ${exported.seconds.toFixed(1)} s at most ${exported.peakMb} MB`,
    `loaded by psql in ${exported.psql.toFixed(1)} s and by sqlite3 in ${exported.sqlite3.toFixed(1)} s`,
  ]
  return `${database}: ${each.join(', ')}`
}

async function runAll(): Promise<Measured> {
  const dataDir = makeDataDir()
  const port = await freePort()
  const env = { PORT: String(port), PLINTH_BASE_URL: `http://127.0.0.1:${port}` }
  const stack = await startStack({ dataDir, env })
  const results: Result[] = []
  try {
    const world: World = { stack, dataDir, token: await signIn(stack.address) }
    for (const database of ENGINES) {
      const place = await makePlace(callerOf(world), { database, rows: ROWS, files: FILES })
      results.push(await measure(world, place))
      console.log(`  ${results.map(inWords).at(-1)}`)
    }
  } finally {
    await stack.stop()
    removeDataDir(dataDir)
  }
  return {
    figures: `${ROWS} rows and ${FILES} files each; ${results.map(inWords).join('; ')}`,
    violations: results.flatMap(({ violations }) => violations),
    result: { rows: ROWS, files: FILES, clients: CLIENTS, results },
  }
}

/** How long a backup, its restore and an export take, beside the databases' own tools for the rows alone. */
export const backup: Measurement = { name: 'backup', run: runAll }
