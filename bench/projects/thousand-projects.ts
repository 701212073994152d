import autocannon, { type AutocannonRequest } from 'autocannon'
import pg from 'pg'
import { signIn } from '../../faults/stack/call.ts'
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

const PROJECTS = Number(process.env.PROJECTS ?? 1_000)
const DATABASES = 4
const CLIENTS = 64
const SECONDS = 15
/** Longer than a shared connection and then an idle one stay open. */
const IDLE_SECONDS = 45
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

/** Connections of the product that the server has, by what they are for. */
interface Connections {
  platform: number
  listen: number
  rows: number
  all: number
}

class Watcher {
  readonly #client: pg.Client
  #most: Connections = { platform: 0, listen: 0, rows: 0, all: 0 }
  #timer: NodeJS.Timeout | undefined

  constructor(dataDir: string) {
    this.#client = new pg.Client({
      connectionString: embeddedDatabaseUrl(dataDir),
      application_name: 'bench',
    })
  }

  async open(): Promise<this> {
    await this.#client.connect()
    return this
  }

  async count(): Promise<Connections> {
    const { rows } = await this.#client.query(
      `select count(*) filter (where application_name = 'plinth')::int as platform,
         count(*) filter (where application_name = 'plinth-listen')::int as listen,
         count(*) filter (where application_name = 'plinth-rows')::int as rows, count(*)::int as all
       from pg_stat_activity where backend_type = 'client backend' and application_name <> 'bench'`,
    )
    return rows[0] as Connections
  }

  /** Counts until `most` is called. */
  start(): void {
    this.#most = { platform: 0, listen: 0, rows: 0, all: 0 }
    this.#timer = setInterval(() => {
      void this.count().then((now) => {
        for (const key of Object.keys(now) as (keyof Connections)[])
          this.#most[key] = Math.max(this.#most[key], now[key])
      })
    }, 200)
  }

  most(): Connections {
    clearInterval(this.#timer)
    return this.#most
  }

  close(): Promise<void> {
    return this.#client.end()
  }
}

function pageOf({ projectId, token }: ShopProject): AutocannonRequest {
  const path = `/api/data/item?$projectId=${projectId}&$limit=30&$version=v2&$count=false`
  return { method: 'GET', path, headers: { authorization: `Bearer ${token}` } }
}

/** The product places 500 environments in a database; the copies' production environments count too. */
async function fillDatabase(dataDir: string, projectIds: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: embeddedDatabaseUrl(dataDir) })
  await client.connect()
  await client.query(
    `with made as (
       insert into environment (id, project_id, name)
       select 'env_p' || substr(id, 6), id, 'production' from unnest($1::text[]) as id returning id, project_id
     )
     insert into placement (environment_id, engine, server, database, schema, ready, provisioned)
     select made.id, engine, server, database, 'e_' || substr(md5(made.id), 1, 20), false, false
     from made join environment as dev on dev.project_id = made.project_id and dev.name = 'dev'
       join placement on placement.environment_id = dev.id`,
    [projectIds],
  )
  await client.end()
}

async function build({ address, dataDir }: Stack): Promise<ShopProject[]> {
  const adminToken = await signIn(address)
  const projects: ShopProject[] = []
  for (let number = 0; number < DATABASES; number += 1) {
    const project = await buildShopProject({ address, engine: 'postgres', rows: 100, adminToken })
    const copies = await copyShopProjects({ dataDir, project, count: PROJECTS / DATABASES - 1 })
    await fillDatabase(
      dataDir,
      copies.map(({ projectId }) => projectId),
    )
    projects.push(project, ...copies)
    console.log(`  ${projects.length} projects`)
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

/** Starts on the same data, calls every project once, then all of them at once, then waits. */
async function tryBudget(
  name: keyof typeof BUDGETS,
  { dataDir, requests }: { dataDir: string; requests: AutocannonRequest[] },
) {
  const stack = await startStack({ dataDir, env: { ...ENV, ...BUDGETS[name] } })
  const watcher = await new Watcher(dataDir).open()
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
  await new Promise((resolve) => setTimeout(resolve, IDLE_SECONDS * 1_000))
  const idle = await state()
  await watcher.close()
  await stack.stop()
  return { started, first, afterFirst, busy, most, afterLoad, idle }
}

async function measure(): Promise<Measured> {
  const dataDir = makeDataDir()
  const stack = await startStack({ dataDir, env: ENV })
  const emptyMs = round(stack.readyMs, 0)
  const requests = (await build(stack)).map(pageOf)
  await stack.stop()
  const violations: string[] = []
  const lines: Record<string, unknown> = { emptyMs }
  for (const name of ['default', 'small'] as const) {
    const line = await tryBudget(name, { dataDir, requests })
    lines[name] = line
    const { started, busy, most, idle } = line
    console.log(
      `  ${name}: ready in ${started.readyMs} ms; ${busy.perSecond}/s, p99 ${busy.p99Ms} ms, ` +
        `at most ${most.all} connections; ${idle.connections.all} when idle`,
    )
    if (most.all > MAX_CONNECTIONS[name])
      violations.push(`${name}: ${most.all} connections, allowed ${MAX_CONNECTIONS[name]}`)
    if (idle.connections.rows > 0)
      violations.push(`${name}: ${idle.connections.rows} idle connections were not closed`)
    if (busy.refused > 0) violations.push(`${name}: ${busy.refused} requests were refused`)
  }
  removeDataDir(dataDir)
  return {
    figures: `${PROJECTS} projects on ${DATABASES} databases: connections, memory, start time`,
    violations,
    result: { projects: PROJECTS, databases: DATABASES, clients: CLIENTS, lines },
  }
}

/** Connections, memory and start time with a thousand projects. */
export const thousandProjects: Measurement = { name: 'thousand-projects', run: measure }
