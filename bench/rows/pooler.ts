import autocannon, { type AutocannonRequest } from 'autocannon'
import { startCluster } from '../../apps/server/src/app/testing/own-cluster.ts'
import { startPgBouncer } from '../../apps/server/src/app/testing/pooler/start-pgbouncer.ts'
import { makeDataDir, removeDataDir, startStack } from '../../faults/stack/stack.ts'
import type { Measured, Measurement } from '../measure/measurement.ts'
import { median, round, spread } from '../measure/statistics.ts'
import { buildShopProject, type ShopProject } from './shop-project.ts'

const ROUNDS = Number(process.env.ROUNDS ?? 3)
const SECONDS = 4
const CLIENTS = 50
const POOL_SIZE = 12
const WORK = ['page of 30', 'row by id', 'new row'] as const
type Work = (typeof WORK)[number]
type Rates = Record<Work, number[]>

function requestsOf({ projectId, token, ids }: ShopProject, work: Work): AutocannonRequest[] {
  const at = `$projectId=${projectId}&$version=v2`
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  if (work === 'row by id')
    return ids.map((id) => ({ method: 'GET', path: `/api/data/item/${id}?${at}`, headers }))
  if (work === 'new row') {
    const body = JSON.stringify({ title: 'New', status: 'new', rank: 1 })
    return [{ method: 'POST', path: `/api/data/item?${at}`, headers, body }]
  }
  const filter = encodeURIComponent('status = "open"')
  const path = `/api/data/item?${at}&$filter=${filter}&$limit=30&$count=false`
  return [{ method: 'GET', path, headers }]
}

async function rateOf(url: string, requests: AutocannonRequest[], duration: number) {
  const result = await autocannon({ url, connections: CLIENTS, duration, requests })
  if (result.non2xx > 0) throw new Error(`${result.non2xx} requests were rejected`)
  return result['2xx'] / result.duration
}

/** Rates of a server that reaches PostgreSQL directly, and of one behind PgBouncer in transaction mode. */
async function measure(): Promise<Measured> {
  const cluster = await startCluster(18)
  const bouncer = await startPgBouncer(cluster.url, POOL_SIZE)
  const dataDir = makeDataDir()
  const sides = {
    direct: { DATABASE_URL: cluster.url },
    pooled: {
      DATABASE_URL: bouncer.url,
      PLINTH_DIRECT_DATABASE_URL: cluster.url,
      PLINTH_POSTGRES_POOLER: 'transaction',
    },
  }
  const none = (): Rates => ({ 'page of 30': [], 'row by id': [], 'new row': [] })
  const rates = { direct: none(), pooled: none() }
  let project: ShopProject | undefined
  for (let number = 0; number < ROUNDS; number += 1)
    for (const side of ['direct', 'pooled'] as const) {
      const env = { PLINTH_LOG_LEVEL: 'error', ...sides[side] }
      const stack = await startStack({ dataDir, env })
      const { address } = stack
      project ??= await buildShopProject({ address, engine: 'postgres', rows: 1_000 })
      for (const work of WORK) {
        const requests = requestsOf(project, work)
        await rateOf(address, requests, 2)
        rates[side][work].push(await rateOf(address, requests, SECONDS))
      }
      await stack.stop()
    }
  removeDataDir(dataDir)
  await bouncer.stop()
  await cluster.remove()
  const lines = WORK.map((work) => ({
    work,
    directPerSecond: round(median(rates.direct[work]), 0),
    pooledPerSecond: round(median(rates.pooled[work]), 0),
    ratio: spread(
      rates.pooled[work].map((pooled, at) => pooled / (rates.direct[work][at] ?? Number.NaN)),
    ),
  }))
  for (const { work, directPerSecond, pooledPerSecond, ratio } of lines)
    console.log(
      `  ${work}: ${directPerSecond}/s direct, ${pooledPerSecond}/s through PgBouncer (${ratio.median}, ${ratio.low}–${ratio.high})`,
    )
  return {
    figures: `rows through PgBouncer in transaction mode against direct connections`,
    violations: [],
    result: { rounds: ROUNDS, clients: CLIENTS, poolSize: POOL_SIZE, lines },
  }
}

/** Needs Debian's PgBouncer. */
export const pooler: Measurement = { name: 'pooler', run: measure }
