import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import autocannon, { type AutocannonRequest } from 'autocannon'
import pg from 'pg'
import { ADMIN, makeDataDir, removeDataDir } from '../faults/stack.ts'
import type { Measured, Measurement } from './measurement.ts'
import { buildShopTown, type ShopTown } from './rows/shop-town.ts'
import { median, quantile, round } from './statistics.ts'

const PAIRS = Number(process.env.PAIRS ?? 200)
const REQUESTS = 300
/** The log is written once in so many turns: after as many requests as a busy second has. */
const FLUSH_EVERY = 10
const CONNECTIONS = 16
const WARM_TURNS = 3
const ROWS = 10_000
const ENGINES = ['postgres', 'sqlite3'] as const
const ACTS = ['one', 'page', 'create'] as const
/** How much more processor time a request may cost with the log. */
const MOST = 1.03

type Act = (typeof ACTS)[number]
interface Doors {
  on: string
  off: string
  address: string
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

/** Turns of the same number of requests, measured by the server's processor time in milliseconds. */
class Turns {
  readonly #child: ChildProcess

  constructor(child: ChildProcess) {
    this.#child = child
  }

  async ask(what: 'cpu' | 'flush'): Promise<number> {
    this.#child.send(what)
    const [ms] = await once(this.#child, 'message')
    return Number(ms)
  }

  async take(url: string, requests: AutocannonRequest[]): Promise<number> {
    const before = await this.ask('cpu')
    const result = await autocannon({ url, connections: CONNECTIONS, amount: REQUESTS, requests })
    if (result.non2xx > 0 || result.errors > 0)
      throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} errors`)
    return (await this.ask('cpu')) - before
  }
}

interface Pair {
  on: number
  off: number
}

/** Turns through both doors, each first in every other pair; the writing is shared out over them. */
async function compare(turns: Turns, { on, off }: Doors, requests: AutocannonRequest[]) {
  for (let warm = 0; warm < WARM_TURNS; warm += 1)
    for (const url of [on, off]) await turns.take(url, requests)
  await turns.ask('flush')
  const pairs: Pair[] = []
  const flushes: number[] = []
  for (let pair = 1; pair <= PAIRS; pair += 1) {
    const isFirst = pair % 2 === 0
    const first = await turns.take(isFirst ? on : off, requests)
    const second = await turns.take(isFirst ? off : on, requests)
    pairs.push(isFirst ? { on: first, off: second } : { on: second, off: first })
    if (pair % FLUSH_EVERY === 0) flushes.push(await turns.ask('flush'))
  }
  const writing = median(flushes) / FLUSH_EVERY
  return { writing, pairs: pairs.map((pair) => ({ ...pair, on: pair.on + writing })) }
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
  return { doors, turns: new Turns(child), stop }
}

async function measure(): Promise<Measured> {
  const dataDir = makeDataDir()
  const { doors, turns, stop } = await startDoors(dataDir)
  const lines: Record<string, unknown>[] = []
  const all: Pair[] = []
  const ratios = (pairs: readonly Pair[]) => pairs.map(({ on, off }) => on / off)
  const middle = (numbers: readonly number[]) => {
    const half = { low: quantile(numbers, 0.25), high: quantile(numbers, 0.75) }
    return { median: round(median(numbers), 3), low: round(half.low), high: round(half.high) }
  }
  for (const engine of ENGINES) {
    const town = await buildShopTown({ address: doors.address, engine, rows: ROWS })
    for (const act of ACTS) {
      const { pairs, writing } = await compare(turns, doors, asked(act, town))
      all.push(...pairs)
      const each = (side: 'on' | 'off') =>
        round((median(pairs.map((pair) => pair[side])) * 1000) / REQUESTS, 1)
      const cost = {
        on: each('on'),
        off: each('off'),
        writing: round((writing * 1000) / REQUESTS, 1),
      }
      const ratio = middle(ratios(pairs))
      lines.push({ engine, act, microseconds: cost, ratio })
      console.log(
        `  ${engine} ${act}: ${cost.on} µs of CPU each with the log (${cost.writing} of it to write it down), ` +
          `${cost.off} without, ratio ${ratio.median} (half of the pairs within ${ratio.low}–${ratio.high})`,
      )
    }
  }
  const log = await readLog(doors.databaseUrl)
  await stop()
  removeDataDir(dataDir)
  const cpu = round(median(ratios(all)), 3)
  const share = `${log.listed} of ${log.requests} requests listed`
  return {
    figures: `with the request log a request costs ${cpu} of the CPU, over ${all.length} pairs; ${share}`,
    violations: cpu > MOST ? [`CPU is ${cpu} of that without, at most ${MOST} is allowed`] : [],
    result: {
      pairs: PAIRS,
      perTurn: REQUESTS,
      connections: CONNECTIONS,
      allowed: MOST,
      cpu,
      ...log,
      lines,
    },
  }
}

/** What the request log costs the data API. */
export const requestLog: Measurement = { name: 'request-log', run: measure }
