import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import autocannon, { type AutocannonRequest } from 'autocannon'
import {
  embeddedDatabaseUrl,
  makeDataDir,
  removeDataDir,
  startStack,
} from '../../faults/stack/stack.ts'
import type { Measured, Measurement } from '../measure/measurement.ts'
import { median, round, spread } from '../measure/statistics.ts'
import {
  analyze,
  buildShopProject,
  findSchema,
  processorSeconds,
  type ShopProject,
} from './shop-project.ts'

const PAIRS = Number(process.env.PAIRS ?? 10)
const SECONDS = 1
/** Warm-up per measurement: the first requests of a kind cost several times more. */
const WARM_SECONDS = Number(process.env.WARM_SECONDS ?? 5)
const ROWS = 10_000
const CONNECTIONS = [1, 64]
const ENGINES = ['postgres', 'sqlite3'] as const
const ACTS = ['one', 'page', 'pageWithTotal', 'create', 'update'] as const
type Act = (typeof ACTS)[number]

/** Minimum share of floor B's rate for each operation. */
const MIN_RATIO = {
  postgres: { one: 0.8, page: 0.7, pageWithTotal: 0, create: 0.6, update: 0.6 },
  sqlite3: { one: 1.3, page: 1.3, pageWithTotal: 0, create: 1.3, update: 1.3 },
}

const CHANGED = JSON.stringify({ title: 'Another title' })
const NEW = JSON.stringify({ title: 'A new item', status: 'done', rank: 5 })
const JSON_TYPE = { 'content-type': 'application/json' }

function ours(act: Act, { projectId, token, ids }: ShopProject): AutocannonRequest[] {
  const at = `$projectId=${projectId}`
  const headers = { authorization: `Bearer ${token}` }
  const writes = { ...headers, ...JSON_TYPE }
  const filter = encodeURIComponent('status = "open"')
  const page = `/api/data/item?${at}&$filter=${filter}&$sort=-createdOn&$limit=30&$version=v2`
  const one = (id: string) => `/api/data/item/${id}?${at}`
  if (act === 'one') return ids.map((id) => ({ method: 'GET', path: one(id), headers }))
  if (act === 'page') return [{ method: 'GET', path: `${page}&$count=false`, headers }]
  if (act === 'pageWithTotal') return [{ method: 'GET', path: page, headers }]
  if (act === 'create')
    return [{ method: 'POST', path: `/api/data/item?${at}`, headers: writes, body: NEW }]
  return ids.map((id) => ({ method: 'PUT', path: one(id), headers: writes, body: CHANGED }))
}

function bare(act: Act, { ids }: ShopProject): AutocannonRequest[] {
  const get = (path: string) => ({ method: 'GET', path, headers: {} })
  if (act === 'one') return ids.map((id) => get(`/${id}`))
  if (act === 'create') return [{ method: 'POST', path: '/', headers: JSON_TYPE, body: NEW }]
  if (act === 'update')
    return ids.map((id) => ({ method: 'PUT', path: `/${id}`, headers: JSON_TYPE, body: CHANGED }))
  return [get('/')]
}

interface Side {
  url: string
  pid: number
  requests: AutocannonRequest[]
}

async function sample({ url, pid, requests }: Side, connections: number, seconds = SECONDS) {
  const before = processorSeconds(pid)
  const result = await autocannon({ url, connections, duration: seconds, requests })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} rejected, ${result.errors} errors`)
  return {
    perSecond: result['2xx'] / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
    cpuMs: ((processorSeconds(pid) - before) * 1000) / result['2xx'],
  }
}

async function compare(sides: { ours: Side; bare: Side }, connections: number) {
  await sample(sides.ours, connections, WARM_SECONDS)
  await sample(sides.bare, connections, WARM_SECONDS)
  const pairs: {
    ours: Awaited<ReturnType<typeof sample>>
    bare: Awaited<ReturnType<typeof sample>>
  }[] = []
  for (let pair = 0; pair < PAIRS; pair += 1)
    pairs.push({
      ours: await sample(sides.ours, connections),
      bare: await sample(sides.bare, connections),
    })
  const of = (side: 'ours' | 'bare', key: 'perSecond' | 'p50' | 'p99' | 'cpuMs') =>
    round(median(pairs.map((pair) => pair[side][key])), key === 'cpuMs' ? 3 : 1)
  return {
    ratio: spread(pairs.map((pair) => pair.ours.perSecond / pair.bare.perSecond)),
    ours: {
      perSecond: of('ours', 'perSecond'),
      p99: of('ours', 'p99'),
      cpuMs: of('ours', 'cpuMs'),
    },
    bare: {
      perSecond: of('bare', 'perSecond'),
      p99: of('bare', 'p99'),
      cpuMs: of('bare', 'cpuMs'),
    },
  }
}

async function startBare(url: string, schema: string) {
  const child: ChildProcess = fork(join(import.meta.dirname, 'bare-rows-server.ts'), [url, schema])
  const [port] = await once(child, 'message')
  return { url: `http://127.0.0.1:${port}`, pid: child.pid ?? 0, end: () => void child.kill() }
}

async function measure(): Promise<Measured> {
  const stack = await startStack({ dataDir: makeDataDir(), env: { PLINTH_LOG_LEVEL: 'error' } })
  const { address } = stack
  const violations: string[] = []
  const lines: Record<string, unknown>[] = []
  const towns = {
    postgres: await buildShopProject({ address, engine: 'postgres', rows: ROWS }),
    sqlite3: await buildShopProject({ address, engine: 'sqlite3', rows: ROWS }),
  }
  const location = await findSchema(embeddedDatabaseUrl(stack.dataDir), towns.postgres.projectId)
  await analyze(location)
  const floor = await startBare(location.url, location.schema)
  // All reads before any write: dead tuples make floor B's own pages several times slower.
  for (const act of ACTS)
    for (const engine of ENGINES)
      for (const connections of CONNECTIONS) {
        const sides = {
          ours: { url: address, pid: stack.pid, requests: ours(act, towns[engine]) },
          bare: { url: floor.url, pid: floor.pid, requests: bare(act, towns.postgres) },
        }
        const line = await compare(sides, connections)
        lines.push({ engine, act, connections, ...line })
        console.log(
          `  ${engine} ${act}, ${connections} connections: ${line.ours.perSecond}/s against ${line.bare.perSecond}/s, ` +
            `ratio ${line.ratio.median} (${line.ratio.low}–${line.ratio.high}), ${line.ours.cpuMs} ms of CPU each against ${line.bare.cpuMs}`,
        )
        const least = MIN_RATIO[engine][act]
        if (line.ratio.median < least)
          violations.push(
            `${engine} ${act} at ${connections}: ${line.ratio.median}, required ${least}`,
          )
      }
  floor.end()
  await stack.stop()
  removeDataDir(stack.dataDir)
  return {
    figures: `${lines.length} lines beside floor B, ${violations.length} below what is required`,
    violations,
    result: {
      rows: ROWS,
      pairs: PAIRS,
      seconds: SECONDS,
      warmSeconds: WARM_SECONDS,
      required: MIN_RATIO,
      lines,
    },
  }
}

/** Rows over HTTP with a token, the default rule, a filter and a sort, compared with floor B. */
export const dataApi: Measurement = { name: 'data-api', run: measure }
