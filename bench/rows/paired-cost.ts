import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import autocannon, { type AutocannonRequest } from 'autocannon'
import { ADMIN, makeDataDir, removeDataDir } from '../../faults/stack/stack.ts'
import type { Measured } from '../measure/measurement.ts'
import { median, quantile, round } from '../measure/statistics.ts'
import { buildShopProject, type ShopProject } from './shop-project.ts'

const PAIRS = Number(process.env.PAIRS ?? 40)
const REQUESTS = 250
/** What is done in batches happens after this many samples: about the number of requests in a busy second. */
const WRITE_EVERY = 4
const CONNECTIONS = 16
const WARM_TURNS = 3
const ROWS = 10_000
const ENGINES = ['postgres', 'sqlite3'] as const
const ACTS = ['one', 'page', 'create'] as const
/** Maximum share of a request's processor time. */
const MAX_COST = 0.03

type Act = (typeof ACTS)[number]
export interface Door {
  door: string
  address: string
  databaseUrl: string
  /** Where the server shows its metrics, if it does. */
  metrics?: string
}
/** Processor time of a sample in microseconds: of the whole process, and of the main thread. */
interface Spent {
  process: number
  thread: number
}

function asked(act: Act, { projectId, token, ids }: ShopProject): AutocannonRequest[] {
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

/** Samples with a fixed number of requests. On a shared machine rates are meaningless, processor time is not. */
class Turns {
  readonly #child: ChildProcess
  readonly #url: string

  constructor(child: ChildProcess, url: string) {
    this.#child = child
    this.#url = url
  }

  async ask<T>(what: string): Promise<T> {
    this.#child.send(what)
    const [said] = await once(this.#child, 'message')
    return said as T
  }

  async take(side: 'on' | 'off', requests: AutocannonRequest[]): Promise<Spent> {
    const url = this.#url
    await this.ask(`begin ${side}`)
    const result = await autocannon({ url, connections: CONNECTIONS, amount: REQUESTS, requests })
    if (result.non2xx > 0 || result.errors > 0)
      throw new Error(`${url}: ${result.non2xx} rejected, ${result.errors} errors`)
    return this.ask<Spent>('end')
  }
}

interface Pair {
  on: Spent
  off: Spent
}

/**
 * Pairs of samples with and without the measured part in one process, alternating which comes first. All its work
 * happens on the main thread; the share is of the total cost of a request.
 */
async function compare(samples: Turns, requests: AutocannonRequest[]) {
  for (let warm = 0; warm < WARM_TURNS; warm += 1)
    for (const side of ['on', 'off'] as const) await samples.take(side, requests)
  const pairs: Pair[] = []
  const writes: number[] = []
  for (let pair = 1; pair <= PAIRS; pair += 1) {
    const order = pair % 2 === 0 ? (['on', 'off'] as const) : (['off', 'on'] as const)
    const spent: Partial<Pair> = {}
    for (const side of order) spent[side] = await samples.take(side, requests)
    pairs.push(spent as Pair)
    if (pair % WRITE_EVERY === 0) writes.push(await samples.ask<number>('write'))
  }
  await samples.take('on', requests)
  const write = median(writes) / WRITE_EVERY
  const costs = pairs.map(({ on, off }) => (on.thread + write - off.thread) / off.process)
  const each = (side: 'on' | 'off') =>
    round(median(pairs.map((pair) => pair[side].process)) / REQUESTS, 1)
  const own = (await samples.ask<number>('direct')) + write / REQUESTS
  return { costs, on: each('on'), off: each('off'), own }
}

/** Median of the pairs, their interquartile range, and the 95 % confidence interval of the median. */
function describe(costs: readonly number[]) {
  const sorted = [...costs].sort((a, b) => a - b)
  const at = (place: number) => sorted[Math.min(sorted.length - 1, Math.max(0, Math.round(place)))]
  const reach = 0.98 * Math.sqrt(costs.length)
  const middle = costs.length / 2 - 0.5
  return {
    median: round(median(costs), 4),
    half: [round(quantile(costs, 0.25), 3), round(quantile(costs, 0.75), 3)],
    sure: [round(at(middle - reach) ?? 0, 4), round(at(middle + reach) ?? 0, 4)] as const,
  }
}

interface PairedCost {
  /** What is measured, as the subject of a sentence. */
  readonly what: string
  /** The script of the server that switches it on and off. */
  readonly server: string
  readonly settings?: Readonly<Record<string, string>>
  /** Figures that prove that it was on. */
  readonly prove: (opened: Door) => Promise<{ text: string; figures: Record<string, unknown> }>
}

async function startDoor(dataDir: string, { server, settings = {} }: PairedCost) {
  const child = fork(join(import.meta.dirname, server), {
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PORT: '0',
      PLINTH_HOST: '127.0.0.1',
      PLINTH_DATA_DIR: dataDir,
      PLINTH_ADMIN_EMAIL: ADMIN.email,
      PLINTH_ADMIN_PASSWORD: ADMIN.password,
      PLINTH_LOG_LEVEL: 'error',
      PLINTH_DATA_RATE: '0',
      ...settings,
    },
  })
  const [opened] = (await once(child, 'message')) as [Door]
  const stop = async () => {
    child.send('stop')
    await once(child, 'exit')
  }
  return { opened, samples: new Turns(child, opened.door), stop }
}

const percent = (share: number) => `${round(share * 100, 1)} %`

/** Uses the pairs if their confidence interval is conclusive, otherwise the isolated cost. */
function judge(
  what: string,
  { sure, own }: { sure: readonly [number, number]; own: number },
): string[] {
  const [low, high] = sure
  if (high <= MAX_COST) return []
  if (low > MAX_COST)
    return [`${what} costs at least ${percent(low)}, ${percent(MAX_COST)} is allowed`]
  return own > MAX_COST
    ? [`${what} alone costs ${percent(own)}, ${percent(MAX_COST)} is allowed`]
    : []
}

/** Processor time of data API requests with and without a part of the server. */
export async function measureCost(paired: PairedCost): Promise<Measured> {
  const { what } = paired
  const dataDir = makeDataDir()
  const { opened, samples, stop } = await startDoor(dataDir, paired)
  const lines: Record<string, unknown>[] = []
  const all: number[] = []
  const owns: number[] = []
  for (const engine of ENGINES) {
    const project = await buildShopProject({ address: opened.address, engine, rows: ROWS })
    for (const act of ACTS) {
      const { costs, own, on, off } = await compare(samples, asked(act, project))
      all.push(...costs)
      owns.push(own / off)
      const cost = describe(costs)
      lines.push({ engine, act, microseconds: { on, off, own: round(own) }, cost })
      console.log(
        `  ${engine} ${act}: ${off} µs of CPU each, with it ${percent(cost.median)} more ` +
          `(half of the pairs ${cost.half.map(percent).join(' to ')}); by itself ${round(own)} µs, ${percent(own / off)}`,
      )
    }
  }
  const proof = await paired.prove(opened)
  await stop()
  removeDataDir(dataDir)
  const { median: middle, half, sure } = describe(all)
  const own = Math.max(...owns)
  return {
    figures:
      `${what} costs ${percent(middle)} of a request's CPU over ${all.length} pairs (sure between ` +
      `${sure.map(percent).join(' and ')}), at most ${percent(own)} by itself; ${proof.text}`,
    violations: judge(what, { sure, own }),
    result: {
      pairs: PAIRS,
      perTurn: REQUESTS,
      connections: CONNECTIONS,
      allowed: MAX_COST,
      cost: middle,
      half,
      sure,
      own: round(own, 4),
      ...proof.figures,
      lines,
    },
  }
}
