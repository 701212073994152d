import autocannon, { type AutocannonRequest } from 'autocannon'
import { signIn } from '../../faults/stack/call.ts'
import { findChildren } from '../../faults/stack/find-children.ts'
import { makeDataDir, removeDataDir, type Stack, startStack } from '../../faults/stack/stack.ts'
import type { Measured, Measurement } from '../measure/measurement.ts'
import { round, spread } from '../measure/statistics.ts'
import { copyShopProjects } from './copy-shop-projects.ts'
import {
  buildShopProject,
  endedSeconds,
  processorSeconds,
  type ShopProject,
} from './shop-project.ts'

const PROJECTS = Number(process.env.PROJECTS ?? 1_000)
const PAIRS = Number(process.env.PAIRS ?? 10)
const SECONDS = 3
const CONNECTIONS = 64
/** The number of projects that the product puts into one PostgreSQL database. */
const PER_DATABASE = 500
/** PostgreSQL plans a statement five times per connection before it caches a generic plan. */
const WARM_REQUESTS = 30 * PROJECTS
const MAX_WARM_SECONDS = 45
/** With many projects in use, a request may cost at most a tenth more. */
const MIN_RATIO = 0.9
const ENGINES = ['postgres', 'sqlite3'] as const
type Engine = (typeof ENGINES)[number]

function pageOf({ projectId, token }: ShopProject): AutocannonRequest {
  const filter = encodeURIComponent('status = "open"')
  const path = `/api/data/item?$projectId=${projectId}&$filter=${filter}&$limit=30&$version=v2&$count=false`
  return { method: 'GET', path, headers: { authorization: `Bearer ${token}` } }
}

interface Sample {
  requests: number
  perSecond: number
  /** Processor time per request of the server, and of PostgreSQL. */
  cpuMs: number
  databaseMs: number
}

/** Processor seconds of all PostgreSQL processes, including closed connections. */
function databaseSeconds(pid: number): number {
  const all = findChildren(pid).filter(({ program }) => program.startsWith('postgres'))
  return all.reduce((sum, child) => sum + secondsOf(child.pid), 0)
}

function secondsOf(pid: number): number {
  try {
    return processorSeconds(pid) + endedSeconds(pid)
  } catch {
    // The process has ended; its time is counted by its parent.
    return 0
  }
}

interface Load {
  requests: AutocannonRequest[]
  seconds?: number
}

/** Each connection cycles through its own share of projects, so that all projects are in use at any time. */
async function sample(
  { address, pid }: Stack,
  { requests, seconds = SECONDS }: Load,
): Promise<Sample> {
  const [server, database] = [processorSeconds(pid), databaseSeconds(pid)]
  let next = 0
  const result = await autocannon({
    url: address,
    connections: CONNECTIONS,
    duration: seconds,
    requests: requests.slice(0, 1),
    setupClient(client) {
      const own = next++
      client.setRequests(requests.filter((_, at) => at % CONNECTIONS === own % CONNECTIONS))
    },
  })
  if (result.non2xx > 0) throw new Error(`${result.non2xx} requests were rejected`)
  const answered = result['2xx']
  return {
    requests: answered,
    perSecond: answered / result.duration,
    cpuMs: ((processorSeconds(pid) - server) * 1000) / answered,
    databaseMs: ((databaseSeconds(pid) - database) * 1000) / answered,
  }
}

async function buildTowns({ address, dataDir }: Stack, engine: Engine): Promise<ShopProject[]> {
  const adminToken = await signIn(address)
  const projects: ShopProject[] = []
  while (projects.length < PROJECTS) {
    const project = await buildShopProject({ address, engine, rows: 100, adminToken })
    const count = Math.min(PER_DATABASE - 1, PROJECTS - projects.length - 1)
    projects.push(project, ...(await copyShopProjects({ dataDir, project, count })))
  }
  for (const project of [projects[1], projects.at(-1)]) await checkPage(address, project)
  return projects
}

async function checkPage(address: string, project: ShopProject | undefined): Promise<void> {
  if (!project) return
  const { path, headers } = pageOf(project)
  const answer = await fetch(address + path, { headers })
  const { data } = (await answer.json()) as { data?: unknown[] }
  if (data?.length !== 30) throw new Error('a copy responds differently from its original')
}

/** Sends requests until all caches are warm; returns the samples. */
async function warm(stack: Stack, requests: AutocannonRequest[]): Promise<Sample[]> {
  const samples: Sample[] = []
  const since = performance.now()
  for (let sent = 0; sent < WARM_REQUESTS; ) {
    if (performance.now() - since > MAX_WARM_SECONDS * 1000) break
    const done = await sample(stack, { requests, seconds: 3 })
    sent += done.requests
    samples.push(done)
  }
  return samples
}

async function compare(stack: Stack, engine: Engine) {
  const since = performance.now()
  const projects = await buildTowns(stack, engine)
  const builtS = round((performance.now() - since) / 1000, 0)
  const all = projects.map(pageOf)
  // As many requests as projects, because autocannon takes longer to start with a thousand requests than with one.
  const alike = all.flatMap(() => all.slice(0, 1))
  await sample(stack, { requests: alike })
  const warmUp = (await warm(stack, all)).map(({ requests, cpuMs, databaseMs }) => {
    return { requests, cpuMs: round(cpuMs, 3), databaseMs: round(databaseMs, 3) }
  })
  const pairs: { one: Sample; all: Sample }[] = []
  for (let pair = 0; pair < PAIRS; pair += 1) {
    const one = await sample(stack, { requests: alike })
    pairs.push({ one, all: await sample(stack, { requests: all }) })
  }
  const both = ({ cpuMs, databaseMs }: Sample) => cpuMs + databaseMs
  return {
    builtS,
    ratio: spread(pairs.map((pair) => pair.all.perSecond / pair.one.perSecond)),
    cpu: spread(pairs.map((pair) => pair.all.cpuMs / pair.one.cpuMs)),
    cpuWithDatabase: spread(pairs.map((pair) => both(pair.all) / both(pair.one))),
    cpuMsOfOne: spread(pairs.map((pair) => both(pair.one))),
    warmUp,
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
    const line = await compare(stack, engine)
    const { ratio, cpu, cpuWithDatabase: sum } = line
    lines[engine] = line
    console.log(
      `  ${engine}: ${PROJECTS} projects at ${ratio.median} (${ratio.low}–${ratio.high}) of one, ${cpu.median} (${cpu.low}–${cpu.high}) times the processor time, ${sum.median} (${sum.low}–${sum.high}) with PostgreSQL's`,
    )
    if (ratio.median < MIN_RATIO)
      violations.push(`${engine}: ${ratio.median}, required ${MIN_RATIO}`)
  }
  await stack.stop()
  removeDataDir(stack.dataDir)
  return {
    figures: `a page of 30 with ${PROJECTS} projects in use against one`,
    violations,
    result: { projects: PROJECTS, pairs: PAIRS, lines },
  }
}

/** The request rate with a thousand projects in use, compared with one. */
export const dataApiProjects: Measurement = { name: 'data-api-projects', run: measure }
