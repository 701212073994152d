import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import autocannon, { type AutocannonRequest } from 'autocannon'
import pg from 'pg'
import { ADMIN, makeDataDir, removeDataDir } from '../faults/stack.ts'
import type { Measured, Measurement } from './measurement.ts'
import { buildShopTown, processorSeconds, type ShopTown } from './rows/shop-town.ts'
import { median, round, spread } from './statistics.ts'

const PAIRS = Number(process.env.PAIRS ?? 10)
const SECONDS = 1
const WARM_SECONDS = 3
const ROWS = 10_000
const ENGINES = ['postgres', 'sqlite3'] as const
const ACTS = ['one', 'page', 'create'] as const
const CONNECTIONS = [1, 64]
/** The least share of the rate without a log that is left with it. */
const LEAST = 0.97

type Act = (typeof ACTS)[number]
interface Doors {
  on: string
  off: string
  databaseUrl: string
}

function asked(act: Act, { projectId, token, ids }: ShopTown): AutocannonRequest[] {
  const at = `$projectId=${projectId}`
  const headers = { authorization: `Bearer ${token}` }
  const filter = encodeURIComponent('status = "open"')
  const page = `/api/data/item?${at}&$filter=${filter}&$sort=-createdOn&$limit=30&$version=v2&$count=false`
  if (act === 'page') return [{ method: 'GET', path: page, headers }]
  if (act === 'one')
    return ids.map((id) => ({ method: 'GET', path: `/api/data/item/${id}?${at}`, headers }))
  const body = JSON.stringify({ title: 'A new item', status: 'done', rank: 5 })
  const writes = { ...headers, 'content-type': 'application/json' }
  return [{ method: 'POST', path: `/api/data/item?${at}`, headers: writes, body }]
}

interface Turn {
  pid: number
  connections: number
  requests: AutocannonRequest[]
}

async function take(url: string, { pid, connections, requests }: Turn, duration = SECONDS) {
  const before = processorSeconds(pid)
  const result = await autocannon({ url, connections, duration, requests })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} errors`)
  const cpuMs = ((processorSeconds(pid) - before) * 1000) / result['2xx']
  return { perSecond: result['2xx'] / result.duration, cpuMs }
}

/** Short turns through both doors, each first in every other pair. */
async function compare({ on, off }: Doors, turn: Turn) {
  await take(on, turn, WARM_SECONDS)
  await take(off, turn, WARM_SECONDS)
  const pairs: Record<'on' | 'off', Awaited<ReturnType<typeof take>>>[] = []
  for (let pair = 0; pair < PAIRS; pair += 1) {
    const isFirst = pair % 2 === 0
    const first = await take(isFirst ? on : off, turn)
    const second = await take(isFirst ? off : on, turn)
    pairs.push(isFirst ? { on: first, off: second } : { on: second, off: first })
  }
  return pairs
}

/** What the log itself holds of the run, to show that it was on. */
async function readLog(databaseUrl: string) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query<{ requests: number; listed: number }>(
    `select sum(requests)::float8 as requests, sum(listed)::float8 as listed from request_minute`,
  )
  await client.end()
  return rows[0] ?? { requests: 0, listed: 0 }
}

async function startDoors(dataDir: string) {
  const child = fork(join(import.meta.dirname, 'request-log-server.ts'), {
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PORT: '0',
      PLINTH_HOST: '127.0.0.1',
      PLINTH_DATA_DIR: dataDir,
      PLINTH_ADMIN_EMAIL: ADMIN.email,
      PLINTH_ADMIN_PASSWORD: ADMIN.password,
      PLINTH_LOG_LEVEL: 'error',
    },
  })
  const [doors] = (await once(child, 'message')) as [Doors]
  const stop = async () => {
    child.send('stop')
    await once(child, 'exit')
  }
  return { doors, pid: child.pid ?? 0, stop }
}

async function measure(): Promise<Measured> {
  const dataDir = makeDataDir()
  const { doors, pid, stop } = await startDoors(dataDir)
  const lines: Record<string, unknown>[] = []
  const rates: number[] = []
  const costs: number[] = []
  for (const engine of ENGINES) {
    const town = await buildShopTown({ address: doors.on, engine, rows: ROWS })
    for (const act of ACTS)
      for (const connections of CONNECTIONS) {
        const pairs = await compare(doors, { pid, connections, requests: asked(act, town) })
        const ratios = pairs.map(({ on, off }) => on.perSecond / off.perSecond)
        const perSecond = (side: 'on' | 'off') =>
          round(median(pairs.map((pair) => pair[side].perSecond)), 0)
        const cpu = spread(pairs.map(({ on, off }) => on.cpuMs / off.cpuMs))
        const ratio = spread(ratios)
        rates.push(...ratios)
        costs.push(...pairs.map(({ on, off }) => on.cpuMs / off.cpuMs))
        const line = { engine, act, connections, on: perSecond('on'), off: perSecond('off') }
        lines.push({ ...line, ratio, cpu })
        console.log(
          `  ${engine} ${act}, ${connections} connections: ${line.on}/s with the log, ${line.off}/s without, ` +
            `ratio ${ratio.median} (${ratio.low}–${ratio.high}), CPU ${cpu.median}`,
        )
      }
  }
  const log = await readLog(doors.databaseUrl)
  await stop()
  removeDataDir(dataDir)
  const rate = round(median(rates), 3)
  const cpu = round(median(costs), 3)
  const share = `${log.listed} of ${log.requests} requests listed`
  return {
    figures: `rate with the request log against without ${rate}, CPU of the server ${cpu}, over ${rates.length} pairs; ${share}`,
    violations: rate < LEAST ? [`the rate is ${rate} of that without, required ${LEAST}`] : [],
    result: { pairs: PAIRS, seconds: SECONDS, required: LEAST, rate, cpu, ...log, lines },
  }
}

/** What the request log costs the data API. */
export const requestLog: Measurement = { name: 'request-log', run: measure }
