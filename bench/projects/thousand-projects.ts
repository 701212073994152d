import autocannon, { type AutocannonRequest } from 'autocannon'
import pg from 'pg'
import { signIn } from '../../faults/stack/call.ts'
import { eventually } from '../../faults/stack/eventually.ts'
import {
  embeddedDatabaseUrl,
  makeDataDir,
  removeDataDir,
  type Stack,
  startStack,
} from '../../faults/stack/stack.ts'
import type { Measured, Measurement } from '../measure/measurement.ts'
import { round } from '../measure/statistics.ts'
import { copyShopProjects } from '../rows/copy-shop-projects.ts'
import { buildShopProject, type ShopProject } from '../rows/shop-project.ts'
import { type Memory, memoryOf } from '../runs/memory-of.ts'
import { ConnectionWatcher } from './connection-watcher.ts'

const PROJECTS = Number(process.env.PROJECTS ?? 1_000)
const DATABASES = 4
const CLIENTS = 64
const SECONDS = 15
const MAX_START_MS = 300_000
/** Longer than a shared connection (10 s) and then an idle one (30 s) stay open. */
const MAX_IDLE_MS = 60_000
const ENGINES = ['postgres', 'sqlite3'] as const
type Engine = (typeof ENGINES)[number]
/** What a process may have by default, and in an installation with many processes. */
const BUDGETS = {
  default: {},
  small: {
    PLINTH_MAX_CONNECTIONS: '24',
    PLINTH_PLATFORM_CONNECTIONS: '6',
    PLINTH_READER_CONNECTIONS: '4',
  },
}
const MAX_CONNECTIONS = { default: 80, small: 24 }
const ENV = { PLINTH_LOG_LEVEL: 'warn', PLINTH_SIGN_IN_ATTEMPTS: '100000000' }

function pageOf({ projectId, token }: ShopProject): AutocannonRequest {
  const path = `/api/data/item?$projectId=${projectId}&$limit=30&$version=v2&$count=false`
  return { method: 'GET', path, headers: { authorization: `Bearer ${token}` } }
}

/** Environments that the product places in one database. */
const PER_DATABASE = 500

/** The copies' production environments count as placed. */
async function fillDatabase(dataDir: string, projectIds: readonly string[]): Promise<number> {
  const client = new pg.Client({ connectionString: embeddedDatabaseUrl(dataDir) })
  await client.connect()
  await client.query(
    `with made as (
       insert into environment (id, project_id, name)
       select 'env_p' || substr(id, 6), id, 'production' from unnest($1::text[]) as id returning id, project_id
     )
     insert into placement (environment_id, engine, server, database, schema, ready, provisioned)
     select made.id, engine, server, database, 'e_' || substr(md5(made.id), 1, 20), false, 0
     from made join environment as dev on dev.project_id = made.project_id and dev.name = 'dev'
       join placement on placement.environment_id = dev.id`,
    [projectIds],
  )
  const { rows } = await client.query(
    `select count(distinct database)::int as databases from placement where engine = 'postgres'`,
  )
  await client.end()
  return rows[0].databases
}

/**
 * Writes the tables to disk, as dropping a database does. Otherwise the stop would end PostgreSQL before it is done, and
 * the start that is measured would recover tens of thousands of files.
 */
async function flush(dataDir: string): Promise<void> {
  const client = new pg.Client({ connectionString: embeddedDatabaseUrl(dataDir) })
  await client.connect()
  await client.query('create database bench_flush')
  await client.query('drop database bench_flush')
  await client.end()
}

/** Creates the projects; throws if they are not on the intended number of databases. */
async function build({ address, dataDir }: Stack, engine: Engine): Promise<ShopProject[]> {
  const adminToken = await signIn(address)
  const projects: ShopProject[] = []
  for (let number = 1; number <= DATABASES; number += 1) {
    const project = await buildShopProject({ address, engine, rows: 100, adminToken })
    const copies = await copyShopProjects({ dataDir, project, count: PROJECTS / DATABASES - 1 })
    projects.push(project, ...copies)
    console.log(`  ${projects.length} projects on ${engine}`)
    if (engine === 'sqlite3') continue
    const databases = await fillDatabase(
      dataDir,
      copies.map(({ projectId }) => projectId),
    )
    const expected = Math.ceil((projects.length * 2) / PER_DATABASE)
    if (databases !== expected) throw new Error(`${databases} databases instead of ${expected}`)
  }
  return projects
}

async function load(
  { address }: Stack,
  requests: AutocannonRequest[],
  how: { duration: number } | { amount: number },
) {
  let next = 0
  const result = await autocannon({
    url: address,
    connections: CLIENTS,
    ...how,
    requests: requests.slice(0, 1),
    setupClient(client) {
      const own = next++
      client.setRequests(requests.filter((_, at) => at % CLIENTS === own % CLIENTS))
    },
  })
  return {
    perSecond: round(result['2xx'] / result.duration, 0),
    seconds: round(result.duration, 1),
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    refused: result.non2xx,
  }
}

const rounded = (memory: Memory) =>
  Object.fromEntries(Object.entries(memory).map(([part, mb]) => [part, round(mb, 0)]))

interface Trial {
  readonly dataDir: string
  readonly requests: AutocannonRequest[]
  readonly budget: keyof typeof BUDGETS
}

/** Starts on the same data, calls every project once, then all of them at once, then waits. */
async function tryBudget({ dataDir, requests, budget }: Trial) {
  const stack = await startStack({
    dataDir,
    env: { ...ENV, ...BUDGETS[budget] },
    limitMs: MAX_START_MS,
  })
  const watcher = await new ConnectionWatcher(dataDir).open()
  const state = async () => ({
    connections: await watcher.count(),
    memoryMb: rounded(memoryOf(stack.pid)),
  })
  const started = { readyMs: round(stack.readyMs, 0), ...(await state()) }
  const first = await load(stack, requests, { amount: requests.length })
  const afterFirst = await state()
  watcher.start()
  const busy = await load(stack, requests, { duration: SECONDS })
  const most = watcher.most()
  const afterLoad = await state()
  const since = performance.now()
  await eventually(async () => (await watcher.count()).rows === 0, {
    limitMs: MAX_IDLE_MS,
    everyMs: 500,
  })
  const idle = { afterSeconds: round((performance.now() - since) / 1_000, 0), ...(await state()) }
  await watcher.close()
  await stack.stop()
  return { started, first, afterFirst, busy, most, afterLoad, idle }
}

type Tried = Awaited<ReturnType<typeof tryBudget>>

function findViolations(name: string, max: number, { first, busy, most, idle }: Tried): string[] {
  const refused = first.refused + busy.refused
  return [
    ...(most.all > max ? [`${name}: ${most.all} connections, allowed ${max}`] : []),
    ...(refused > 0 ? [`${name}: ${refused} requests were refused`] : []),
    ...(idle.connections.rows > 0
      ? [`${name}: ${idle.connections.rows} idle connections were not closed`]
      : []),
  ]
}

/** SQLite needs no connections, so it is measured with the default budget only. */
async function measureEngine(engine: Engine) {
  const dataDir = makeDataDir()
  try {
    const stack = await startStack({ dataDir, env: { ...ENV, PLINTH_DEFAULT_ENGINE: engine } })
    const emptyMs = round(stack.readyMs, 0)
    const requests = (await build(stack, engine)).map(pageOf)
    if (engine === 'postgres') await flush(dataDir)
    await stack.stop()
    const lines: Record<string, Tried> = {}
    const violations: string[] = []
    for (const budget of engine === 'postgres'
      ? (['default', 'small'] as const)
      : (['default'] as const)) {
      const line = await tryBudget({ dataDir, requests, budget })
      lines[budget] = line
      const { started, busy, most, idle } = line
      console.log(
        `  ${engine}, ${budget}: ready in ${started.readyMs} ms; ${busy.perSecond}/s, p99 ${busy.p99Ms} ms, ` +
          `at most ${most.all} connections; ${idle.connections.all} after ${idle.afterSeconds} s idle`,
      )
      violations.push(...findViolations(`${engine}, ${budget}`, MAX_CONNECTIONS[budget], line))
    }
    return { result: { emptyMs, ...lines }, violations }
  } finally {
    removeDataDir(dataDir)
  }
}

async function measure(): Promise<Measured> {
  const violations: string[] = []
  const lines: Record<string, unknown> = {}
  for (const engine of ENGINES) {
    const measured = await measureEngine(engine)
    lines[engine] = measured.result
    violations.push(...measured.violations)
  }
  return {
    figures: `${PROJECTS} projects on ${DATABASES} databases, and in as many SQLite files: connections, memory, start time`,
    violations,
    result: { projects: PROJECTS, databases: DATABASES, clients: CLIENTS, lines },
  }
}

/** Connections, memory and start time with a thousand projects. */
export const thousandProjects: Measurement = { name: 'thousand-projects', run: measure }
