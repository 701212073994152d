import autocannon, { type AutocannonRequest } from 'autocannon'
import { signIn } from '../faults/call.ts'
import { makeDataDir, removeDataDir, type Stack, startStack } from '../faults/stack.ts'
import type { Measured, Measurement } from './measurement.ts'
import { buildShopTown, processorSeconds, type ShopTown } from './rows/shop-town.ts'
import { spread } from './statistics.ts'

const PROJECTS = Number(process.env.PROJECTS ?? 1_000)
const PAIRS = 10
const SECONDS = 4
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

interface Turn {
  perSecond: number
  /** Processor time of the server for each request. */
  cpuMs: number
}

async function turn({ address, pid }: Stack, requests: AutocannonRequest[]): Promise<Turn> {
  const before = processorSeconds(pid)
  const load = { url: address, connections: CONNECTIONS, duration: SECONDS, requests }
  const result = await autocannon(load)
  if (result.non2xx > 0) throw new Error(`${result.non2xx} requests were refused`)
  const answered = result['2xx']
  const cpuMs = ((processorSeconds(pid) - before) * 1000) / answered
  return { perSecond: answered / result.duration, cpuMs }
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

async function compare(stack: Stack, engine: (typeof ENGINES)[number]) {
  const towns = await buildTowns(stack.address, engine)
  const all = towns.map(pageOf)
  // As many as there are projects: the load itself takes longer to begin with a thousand requests than with one.
  const alike = all.flatMap(() => all.slice(0, 1))
  const pairs: { one: Turn; all: Turn }[] = []
  await turn(stack, all)
  for (let pair = 0; pair < PAIRS; pair += 1)
    pairs.push({ one: await turn(stack, alike), all: await turn(stack, all) })
  return {
    ratio: spread(pairs.map((pair) => pair.all.perSecond / pair.one.perSecond)),
    cpu: spread(pairs.map((pair) => pair.all.cpuMs / pair.one.cpuMs)),
  }
}

async function measure(): Promise<Measured> {
  const stack = await startStack({
    dataDir: makeDataDir(),
    env: { PLINTH_LOG_LEVEL: 'error', PLINTH_SIGN_IN_ATTEMPTS: '100000000' },
  })
  const lines: Record<string, unknown> = {}
  const violations: string[] = []
  for (const engine of ENGINES) {
    const { ratio, cpu } = await compare(stack, engine)
    lines[engine] = { ratio, cpu }
    console.log(
      `  ${engine}: ${PROJECTS} projects at ${ratio.median} (${ratio.low}–${ratio.high}) of one, ${cpu.median} times the processor time`,
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
