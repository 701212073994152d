import autocannon, { type AutocannonRequest } from 'autocannon'
import {
  embeddedDatabaseUrl,
  makeDataDir,
  removeDataDir,
  startStack,
} from '../../faults/stack/stack.ts'
import type { Measured, Measurement } from '../measure/measurement.ts'
import { median, round, spread } from '../measure/statistics.ts'
import { analyze, buildShopProject, findSchema, type ShopProject } from '../rows/shop-project.ts'
import { DIRECTUS, DIRECTUS_SETTINGS, type Directus, openDirectus } from './open-directus.ts'
import { type Processes, watchProcessors } from './processor-use.ts'

const PAIRS = Number(process.env.PAIRS ?? 10)
const CONNECTIONS = 64
const ROWS = 10_000
const TURN_SECONDS = 1.5
const WARM_REQUESTS = { ours: 6_000, directus: 384 }
const TRIED_REQUESTS = { ours: 3_000, directus: 192 }
/** A sample ends with its last response, so it must be long compared with the time of 64 responses. */
const MIN_REQUESTS = 4 * CONNECTIONS
const AIM = 15

const ACTS = ['one', 'page', 'create', 'update', 'createKept', 'updateKept'] as const
type Act = (typeof ACTS)[number]

const WORDS: Record<Act, string> = {
  one: 'one row',
  page: 'page of 30, filter and sort',
  create: 'create',
  update: 'update',
  createKept: 'create, Directus keeping activity and revisions as by default',
  updateKept: 'update, Directus keeping activity and revisions as by default',
}

const NEW = JSON.stringify({ title: 'A new item', status: 'done', rank: 5 })
const CHANGED = JSON.stringify({ title: 'Another title' })

interface Rows {
  token: string
  ids: readonly string[]
  /** Paths of the table, of one row, and of the page. */
  paths: { table: string; one(id: string): string; page: string }
  updates: 'PUT' | 'PATCH'
}

function requestsFor(act: Act, { token, ids, paths, updates }: Rows): AutocannonRequest[] {
  const reads = { authorization: `Bearer ${token}` }
  const headers = { ...reads, 'content-type': 'application/json' }
  if (act === 'one')
    return ids.map((id) => ({ method: 'GET', path: paths.one(id), headers: reads }))
  if (act === 'page') return [{ method: 'GET', path: paths.page, headers: reads }]
  if (act.startsWith('create')) return [{ method: 'POST', path: paths.table, headers, body: NEW }]
  return ids.map((id) => ({ method: updates, path: paths.one(id), headers, body: CHANGED }))
}

function ourRows({ projectId, token, ids }: ShopProject): Rows {
  const at = `$projectId=${projectId}`
  const filter = encodeURIComponent('status = "open"')
  const page = `$filter=${filter}&$sort=-createdOn&$limit=30&$version=v2&$count=false`
  return {
    token,
    ids,
    updates: 'PUT',
    paths: {
      table: `/api/data/item?${at}`,
      one: (id) => `/api/data/item/${id}?${at}`,
      page: `/api/data/item?${at}&${page}`,
    },
  }
}

function theirRows({ token, ids }: Directus): Rows {
  return {
    token,
    ids,
    updates: 'PATCH',
    paths: {
      table: '/items/item',
      one: (id) => `/items/item/${id}`,
      page: '/items/item?filter[status][_eq]=open&sort=-createdOn&limit=30',
    },
  }
}

interface Side {
  url: string
  rows: Rows
  processes: Processes
}

async function sample({ url, processes }: Side, requests: AutocannonRequest[], amount: number) {
  const used = watchProcessors(processes)
  const since = performance.now()
  const result = await autocannon({ url, connections: CONNECTIONS, amount, requests })
  const seconds = (performance.now() - since) / 1000
  if (result.non2xx > 0 || result.errors > 0 || result['2xx'] === 0)
    throw new Error(`${url}: ${result.non2xx} rejected, ${result.errors} errors`)
  const { servers, database } = used()
  return {
    perSecond: result['2xx'] / seconds,
    p50: result.latency.p50,
    p99: result.latency.p99,
    serverCpuMs: servers / result['2xx'],
    databaseCpuMs: database / result['2xx'],
  }
}

type Sample = Awaited<ReturnType<typeof sample>>

function middle(samples: readonly Sample[]) {
  const of = (key: keyof Sample, digits: number) =>
    round(median(samples.map((one) => one[key])), digits)
  return {
    perSecond: of('perSecond', 1),
    p50: of('p50', 1),
    p99: of('p99', 1),
    serverCpuMs: of('serverCpuMs', 3),
    databaseCpuMs: of('databaseCpuMs', 3),
  }
}

async function compare(act: Act, sides: { ours: Side; directus: Side }) {
  const prepared = async (side: 'ours' | 'directus') => {
    const requests = requestsFor(act, sides[side].rows)
    await sample(sides[side], requests, WARM_REQUESTS[side])
    // Only now is the server as fast as in the measured samples.
    const { perSecond } = await sample(sides[side], requests, TRIED_REQUESTS[side])
    const amount = Math.max(MIN_REQUESTS, Math.round(perSecond * TURN_SECONDS))
    return () => sample(sides[side], requests, amount)
  }
  const ours = await prepared('ours')
  const directus = await prepared('directus')
  const pairs: { ours: Sample; directus: Sample }[] = []
  for (let pair = 0; pair < PAIRS; pair += 1)
    pairs.push({ ours: await ours(), directus: await directus() })
  const cpu = ({ serverCpuMs, databaseCpuMs }: Sample) => serverCpuMs + databaseCpuMs
  return {
    act: WORDS[act],
    ratio: spread(pairs.map((pair) => pair.ours.perSecond / pair.directus.perSecond)),
    cpuRatio: spread(pairs.map((pair) => cpu(pair.directus) / cpu(pair.ours))),
    ours: middle(pairs.map((pair) => pair.ours)),
    directus: middle(pairs.map((pair) => pair.directus)),
  }
}

type Line = Awaited<ReturnType<typeof compare>>

function say({ act, ratio, cpuRatio, ours, directus }: Line): void {
  const side = (one: Line['ours']) =>
    `${one.perSecond}/s, ${one.p50} ms (p99 ${one.p99}), CPU ${one.serverCpuMs} + ${one.databaseCpuMs} ms`
  console.log(
    `  ${act}: ${ratio.median} × (${ratio.low}–${ratio.high}), CPU 1/${cpuRatio.median}; ` +
      `ours ${side(ours)}; Directus ${side(directus)}`,
  )
}

/** Both sides must return the same page for the comparison to be valid. */
async function countPage({ url, rows }: Side): Promise<number> {
  const answer = await fetch(`${url}${rows.paths.page}`, {
    headers: { authorization: `Bearer ${rows.token}` },
  })
  const { data } = (await answer.json()) as { data: { status: string }[] }
  return data.filter(({ status }) => status === 'open').length
}

async function measureActs(sides: { ours: Side; directus: Side }, directus: Directus) {
  const found = [await countPage(sides.ours), await countPage(sides.directus)]
  if (found.some((count) => count !== 30)) throw new Error(`pages of ${found.join(' and ')} rows`)
  const lines: Line[] = []
  for (const act of ACTS) {
    if (act === 'createKept') await directus.keepHistory(true)
    const line = await compare(act, sides)
    say(line)
    lines.push(line)
  }
  return lines
}

async function measure(): Promise<Measured> {
  const dataDir = makeDataDir()
  const stack = await startStack({ dataDir, env: { PLINTH_LOG_LEVEL: 'error' } })
  let directus: Directus | undefined
  try {
    const serverUrl = embeddedDatabaseUrl(dataDir)
    const project = await buildShopProject({
      address: stack.address,
      engine: 'postgres',
      rows: ROWS,
    })
    await analyze(await findSchema(serverUrl, project.projectId))
    directus = await openDirectus({ serverUrl, rows: ROWS })
    const sides = {
      ours: {
        url: stack.address,
        rows: ourRows(project),
        processes: { product: stack.pid, databaseOf: stack.pid },
      },
      directus: {
        url: directus.address,
        rows: theirRows(directus),
        processes: { product: directus.pid, databaseOf: stack.pid },
      },
    }
    const lines = await measureActs(sides, directus)
    const words = lines.map(({ act, ratio }) => `${act} ${ratio.median} ×`)
    return {
      figures: `beside Directus ${DIRECTUS.version} at ${CONNECTIONS} connections: ${words.join('; ')}`,
      violations: lines
        .filter(({ ratio }) => ratio.median < AIM)
        .map(({ act, ratio }) => `${act}: ${ratio.median} ×; the aim is ${AIM}`),
      result: {
        directus: { ...DIRECTUS, settings: DIRECTUS_SETTINGS },
        pairs: PAIRS,
        turnSeconds: TURN_SECONDS,
        connections: CONNECTIONS,
        rows: ROWS,
        aim: AIM,
        lines,
      },
    }
  } finally {
    await directus?.stop()
    await stack.stop()
    removeDataDir(dataDir)
  }
}

/** Rows over HTTP compared with Directus, on the same database server, with a token and the same rule. */
export const directus: Measurement = { name: 'directus', run: measure }
