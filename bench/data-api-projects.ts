import autocannon, { type AutocannonRequest } from 'autocannon'
import { signIn } from '../faults/call.ts'
import { makeDataDir, removeDataDir, startStack } from '../faults/stack.ts'
import type { Measured, Measurement } from './measurement.ts'
import { buildShopTown, type ShopTown } from './rows/shop-town.ts'
import { spread } from './statistics.ts'

const PROJECTS = Number(process.env.PROJECTS ?? 1_000)
const PAIRS = 10
const SECONDS = 2
const CONNECTIONS = 64
/** Projects that are made at a time, before anything is measured. */
const BUILDERS = 4
/** With many projects in use a request may cost a tenth more, and not above. */
const LEAST = 0.9
const ENGINES = ['postgres', 'sqlite3'] as const

function pageOf({ projectId, token }: ShopTown): AutocannonRequest {
  const filter = encodeURIComponent('status = "open"')
  const path = `/api/data/item?$projectId=${projectId}&$filter=${filter}&$limit=30&$version=v2&$count=false`
  return { method: 'GET', path, headers: { authorization: `Bearer ${token}` } }
}

async function rate(url: string, requests: AutocannonRequest[]): Promise<number> {
  const result = await autocannon({ url, connections: CONNECTIONS, duration: SECONDS, requests })
  if (result.non2xx > 0) throw new Error(`${result.non2xx} requests were refused`)
  return result['2xx'] / result.duration
}

async function buildTowns(address: string, engine: (typeof ENGINES)[number]): Promise<ShopTown[]> {
  const adminToken = await signIn(address)
  const towns: ShopTown[] = []
  let begun = 0
  const build = async () => {
    while (begun++ < PROJECTS)
      towns.push(await buildShopTown({ address, engine, rows: 100, adminToken }))
  }
  await Promise.all(Array.from({ length: BUILDERS }, build))
  return towns
}

async function compare(address: string, engine: (typeof ENGINES)[number]) {
  const towns = await buildTowns(address, engine)
  const all = towns.map(pageOf)
  const ratios: number[] = []
  await rate(address, all)
  for (let pair = 0; pair < PAIRS; pair += 1) {
    const one = await rate(address, all.slice(0, 1))
    ratios.push((await rate(address, all)) / one)
  }
  return spread(ratios)
}

async function measure(): Promise<Measured> {
  const stack = await startStack({
    dataDir: makeDataDir(),
    env: { PLINTH_LOG_LEVEL: 'error', PLINTH_SIGN_IN_ATTEMPTS: '100000000' },
  })
  const lines: Record<string, unknown> = {}
  const violations: string[] = []
  for (const engine of ENGINES) {
    const ratio = await compare(stack.address, engine)
    lines[engine] = ratio
    console.log(
      `  ${engine}: ${PROJECTS} projects at ${ratio.median} (${ratio.low}–${ratio.high}) of one`,
    )
    if (ratio.median < LEAST) violations.push(`${engine}: ${ratio.median}, required ${LEAST}`)
  }
  await stack.stop()
  removeDataDir(stack.dataDir)
  return {
    figures: `a page of 30 with ${PROJECTS} projects in use against one`,
    violations,
    result: { projects: PROJECTS, pairs: PAIRS, lines },
  }
}

/** The rate with a thousand projects in use, against that with one. */
export const dataApiProjects: Measurement = { name: 'data-api-projects', run: measure }
