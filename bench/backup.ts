import { execFile } from 'node:child_process'
import { createWriteStream, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { copyOut } from '../apps/server/src/database/postgres/copy.ts'
import { sql } from '../apps/server/src/platform/sql.ts'
import { freePort } from '../faults/backup/free-port.ts'
import { makePlace, must, type Place } from '../faults/backup/place.ts'
import { startWriters } from '../faults/backup/writers.ts'
import { call, signIn } from '../faults/call.ts'
import { eventually } from '../faults/eventually.ts'
import { withPlatform } from '../faults/runs/judge.ts'
import {
  embeddedDatabaseUrl,
  makeDataDir,
  removeDataDir,
  type Stack,
  startStack,
} from '../faults/stack.ts'
import type { Measured, Measurement } from './measurement.ts'

const ROWS = Number(process.env.BENCH_ROWS ?? 1_000_000)
const FILES = Number(process.env.BENCH_FILES ?? 1_000)
const CLIENTS = 50
const LIMIT_MS = 1_800_000
const ENGINES = ['sqlite3', 'postgres'] as const

interface World {
  stack: Stack
  dataDir: string
  token: string
}

const callerOf = ({ stack, token }: World) => ({ address: stack.address, token })

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const since = performance.now()
  await work()
  return (performance.now() - since) / 1000
}

/** Starts something and waits for its end. */
async function finish(
  world: World,
  { start, watch, body }: { start: string; watch: (id: string) => string; body: object },
): Promise<Record<string, unknown>> {
  const answer = await must(callerOf(world), { path: start, body })
  const job = (answer.backup ?? answer.restore) as { id: string }
  let found: Record<string, unknown> | undefined
  await eventually(
    async () => {
      const { body: said } = await call(callerOf(world), { method: 'GET', path: watch(job.id) })
      const listed = said.restores as Record<string, unknown>[] | undefined
      found = (said.backup as typeof found) ?? listed?.find(({ id }) => id === job.id)
      return found !== undefined && !['queued', 'running'].includes(String(found.state))
    },
    { limitMs: LIMIT_MS, everyMs: 50 },
  )
  if (found?.state !== 'done') throw new Error(`it ${found?.state}: ${found?.message}`)
  return found
}

async function placementOf(world: World, projectId: string) {
  const [row] = await withPlatform(world.dataDir, (db) =>
    db.query<{ database: string; schema: string }>(sql`
      select database, schema from placement join environment on environment.id = environment_id
      where project_id = ${projectId} and environment.name = 'dev'`),
  )
  if (!row) throw new Error('the project has no place')
  return row
}

/** What the database's own tool needs for the rows alone: `VACUUM INTO`, `pg_dump`, or COPY where there is none. */
async function besides(world: World, place: Place): Promise<{ tool: string; seconds: number }> {
  const { database, schema } = await placementOf(world, place.projectId)
  const out = join(world.dataDir, 'beside.out')
  if (place.database === 'sqlite3') {
    const file = new DatabaseSync(join(world.dataDir, 'projects', database))
    const took = await seconds(async () => file.prepare('vacuum into ?').run(out))
    file.close()
    return { tool: 'VACUUM INTO', seconds: took }
  }
  const url = embeddedDatabaseUrl(world.dataDir, database)
  try {
    const args = ['--schema', schema, '--format', 'custom', '--file', out, url]
    return {
      tool: 'pg_dump -Fc',
      seconds: await seconds(() => promisify(execFile)('pg_dump', args)),
    }
  } catch (error) {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    const rows = Readable.from(copyOut(client, `copy "${schema}".bulk to stdout`))
    const took = await seconds(() => pipeline(rows, createWriteStream(out)))
    await client.end()
    const { stderr = '', code } = error as { stderr?: string; code?: unknown }
    const why = stderr.split('\n').find((line) => line.includes('server version')) ?? String(code)
    return { tool: `COPY of the large table alone (no pg_dump that fits: ${why})`, seconds: took }
  }
}

async function measure(world: World, place: Place) {
  const base = `/api/project/${place.projectId}`
  const back = { start: `${base}/backup`, watch: (id: string) => `${base}/backup/${id}`, body: {} }
  let made: Record<string, unknown> = {}
  const alone = await seconds(async () => {
    made = await finish(world, back)
  })
  const writers = startWriters(() => callerOf(world), { place, count: CLIENTS })
  const before = writers.mark().begun.reduce((sum, one) => sum + one, 0)
  const under = await seconds(() => finish(world, back))
  const pairs = writers.mark().begun.reduce((sum, one) => sum + one, 0) - before
  await writers.stop()
  const restored = await seconds(() =>
    finish(world, {
      start: `${base}/backup/${made.id}/restore`,
      watch: () => `${base}/restore`,
      body: { into: 'new', name: `${place.name} again` },
    }),
  )
  const beside = await besides(world, place)
  const size = statSync(join(world.dataDir, 'beside.out')).size
  return {
    database: place.database,
    alone,
    under,
    pairs,
    restored,
    beside,
    bytes: Number(made.bytes),
    size,
  }
}

async function run(): Promise<Measured> {
  const dataDir = makeDataDir()
  const port = await freePort()
  const env = { PORT: String(port), PLINTH_BASE_URL: `http://127.0.0.1:${port}` }
  const stack = await startStack({ dataDir, env })
  const world: World = { stack, dataDir, token: await signIn(stack.address) }
  const results = []
  for (const database of ENGINES) {
    const place = await makePlace(callerOf(world), { database, rows: ROWS, files: FILES })
    results.push(await measure(world, place))
  }
  await stack.stop()
  removeDataDir(dataDir)
  const lines = results.map(
    (one) =>
      `${one.database}: ${one.alone.toFixed(1)} s alone, ${one.under.toFixed(1)} s under ${CLIENTS} clients ` +
      `(${one.pairs} pairs of rows written meanwhile), restored in ${one.restored.toFixed(1)} s, ` +
      `${one.beside.tool} ${one.beside.seconds.toFixed(1)} s; ${(one.bytes / 1e6).toFixed(0)} MB beside ${(one.size / 1e6).toFixed(0)} MB`,
  )
  return {
    figures: `${ROWS} rows and ${FILES} files each; ${lines.join('; ')}`,
    violations: [],
    result: { rows: ROWS, files: FILES, clients: CLIENTS, results },
  }
}

/** How long a backup and its restore take, beside the database's own tool for the rows alone. */
export const backup: Measurement = { name: 'backup', run }
