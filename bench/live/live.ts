import { loadavg } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { addOwners, type Owner } from '../../faults/live/owners.ts'
import { call, signIn } from '../../faults/stack/call.ts'
import { eventually } from '../../faults/stack/eventually.ts'
import { raiseFileLimit } from '../../faults/stack/raise-file-limit.ts'
import { makeDataDir, removeDataDir, startStack } from '../../faults/stack/stack.ts'
import type { Measured, Measurement } from '../measure/measurement.ts'
import { quantile, round } from '../measure/statistics.ts'
import { LiveClients, usageOf } from './live-clients.ts'

const ENGINES = (process.env.ENGINES?.split(',') ?? ['sqlite3', 'postgres']) as string[]
const CONNECTIONS = Number(process.env.CONNECTIONS ?? 10_000)
/** A busy machine delivers later; what has not arrived by then counts as lost. */
const DELIVERY_MS = 30_000
const SECONDS = Number(process.env.BENCH_SECONDS ?? 15)
const OWNED = {
  connections: CONNECTIONS,
  perSecond: Number(process.env.PER_SECOND ?? 200),
  isPublic: false,
}
/** The same changes for a tenth of the connections, so that one run shows what the connections cost. */
const FEW = { ...OWNED, connections: Math.ceil(CONNECTIONS / 10) }
const SHARED = {
  connections: Math.min(500, CONNECTIONS),
  perSecond: Math.min(30, OWNED.perSecond),
  isPublic: true,
}
const KINDS = { few: FEW, owned: OWNED, shared: SHARED }
/** Each stream is a socket of the server and of this process; both open other files as well. */
const OTHER_FILES = 1_000
/** Of the issue, and the published figure of Supabase. */
const MAX_P95_MS = { few: 150, owned: 150, shared: 228 }

const column = (name: string, type: string, options: object = {}) => ({
  id: `c_${name}`,
  name,
  type,
  options,
})
const OWN = 'owner = @request.auth.id || isPublic = true'
const OPEN = { create: 'true', update: 'true', delete: 'true' }
const USERS = {
  id: 'users',
  name: 'user',
  type: 'Auth',
  rules: { ...OPEN, list: 'true', view: 'true' },
  columns: [
    column('email', 'email', { isUnique: true, isRequired: true }),
    column('password', 'text', { isHashed: true, isRequired: true }),
    column('verified', 'checkbox'),
  ],
}
const things = (rule: string) => ({
  id: 'things',
  name: 'thing',
  live: true,
  rules: { ...OPEN, list: rule, view: rule },
  columns: [column('owner', 'text'), column('isPublic', 'checkbox'), column('n', 'number')],
})

interface Running {
  address: string
  token: string
  pid: number
  dataDir: string
}

type Kind = typeof OWNED & { kind: string; database: string; rule: string }

async function makeProject({ address, token }: Running, of: Kind) {
  const caller = { address, token }
  const ask = async (path: string, body: object) => {
    const answer = await call(caller, { method: 'POST', path, body })
    if ((answer.status ?? 500) >= 300) throw new Error(JSON.stringify(answer.body))
    return answer.body
  }
  const name = `Live ${of.database} ${of.kind}`
  const { projectId } = await ask('/api/project', { cloned: false, name })
  const { database } = of
  const newConfiguration = { version: 'v1', database, tables: [USERS, things(of.rule)] }
  await ask(`/api/project/${projectId}/configuration`, { newConfiguration })
  await ask(`/api/database/${projectId}/sync`, {})
  // A sync switches the log on shortly after its answer.
  await wait(3_000)
  return String(projectId)
}

interface Written {
  sentAt: number
  answeredAt: number
  status: number | undefined
}

/** Creates rows at a steady rate, each for the next owner. The number of a row is its place in the result. */
async function write(
  { address, token }: Running,
  of: { projectId: string; owners: readonly Owner[]; perSecond: number; isPublic: boolean },
): Promise<Written[]> {
  const path = `/api/data/thing?$projectId=${of.projectId}`
  const start = performance.now()
  const sent: Promise<Written>[] = []
  for (let n = 0; n < of.perSecond * SECONDS; n += 1) {
    await wait(Math.max(0, start + (n * 1_000) / of.perSecond - performance.now()))
    const owner = of.owners[n % of.owners.length]?.id ?? ''
    const body = { owner, isPublic: of.isPublic, n }
    const sentAt = performance.now()
    const answered = call({ address, token }, { method: 'POST', path, body })
    sent.push(answered.then(({ status }) => ({ sentAt, answeredAt: performance.now(), status })))
  }
  return Promise.all(sent)
}

/** The next measurement needs all streams that the server allows. */
async function untilClosed({ address, token }: Running, projectId: string): Promise<void> {
  const request = { method: 'GET', path: `/api/project/${projectId}/live` }
  const isClosed = async () => (await call({ address, token }, request)).body.connections === 0
  if (!(await eventually(isClosed, { limitMs: DELIVERY_MS, everyMs: 200 })))
    throw new Error('streams stay open')
}

async function measureOne(running: Running, of: Kind) {
  const projectId = await makeProject(running, of)
  const owners = await addOwners(running.dataDir, { projectId, count: of.connections })
  const clients = new LiveClients({ address: running.address, projectId })
  const before = usageOf(running.pid)
  await clients.open(owners)
  const opened = usageOf(running.pid)
  const generator = usageOf(process.pid)
  const start = performance.now()
  const writes = await write(running, { ...of, projectId, owners })
  const made = writes.filter(({ status }) => status === 200).length
  const expected = of.isPublic ? made * of.connections : made
  // A write whose answer did not come in time may still have been made.
  const ofMade = () => clients.arrived.filter(({ n }) => writes[n]?.status === 200)
  const latest = performance.now() + DELIVERY_MS
  while (ofMade().length < expected && performance.now() < latest) await wait(100)
  const arrived = ofMade()
  const after = usageOf(running.pid)
  const seconds = (performance.now() - start) / 1_000
  clients.close()
  await untilClosed(running, projectId)
  // From the request of the write to the arrival of its change, and from its answer.
  const times = arrived.map(({ n, at }) => at - (writes[n]?.sentAt ?? 0))
  const late = arrived.map(({ n, at }) => Math.max(0, at - (writes[n]?.answeredAt ?? 0)))
  const ms = (share: number) => round(quantile(times, share), 1)
  return {
    database: of.database,
    connections: of.connections,
    changesPerSecond: of.perSecond,
    delivered: arrived.length,
    expected,
    failedWrites: writes.length - made,
    p50: ms(0.5),
    p95: ms(0.95),
    p99: ms(0.99),
    kilobytesPerConnection: round((opened.bytes - before.bytes) / of.connections / 1024, 1),
    processorShare: round((after.seconds - opened.seconds) / seconds, 2),
    generatorShare: round((usageOf(process.pid).seconds - generator.seconds) / seconds, 2),
    writeP95: round(
      quantile(
        writes.map(({ sentAt, answeredAt }) => answeredAt - sentAt),
        0.95,
      ),
      1,
    ),
    p95AfterAnswer: round(quantile(late, 0.95), 1),
    load: round(loadavg()[0] ?? 0, 1),
  }
}

async function measure(): Promise<Measured> {
  raiseFileLimit(CONNECTIONS + OTHER_FILES)
  const dataDir = makeDataDir()
  const stack = await startStack({
    dataDir,
    env: {
      PLINTH_LOG_LEVEL: 'error',
      PLINTH_DATA_RATE: '0',
      PLINTH_LIVE_CONNECTIONS: String(CONNECTIONS),
      PLINTH_LIVE_CONNECTIONS_PER_ENVIRONMENT: String(CONNECTIONS),
    },
  })
  const token = await signIn(stack.address)
  const running = { address: stack.address, token, pid: stack.pid, dataDir }
  const lines: Awaited<ReturnType<typeof measureOne>>[] = []
  const violations: string[] = []
  for (const database of ENGINES) {
    for (const kind of ['few', 'owned', 'shared'] as const) {
      const rule = kind === 'shared' ? OWN : 'owner = @request.auth.id'
      const line = await measureOne(running, { ...KINDS[kind], kind, database, rule })
      lines.push(line)
      console.log(`  ${JSON.stringify(line)}`)
      if (line.delivered !== line.expected)
        violations.push(`${database} ${kind}: ${line.delivered} of ${line.expected} delivered`)
      if (line.p95 > MAX_P95_MS[kind]) violations.push(`${database} ${kind}: p95 ${line.p95} ms`)
    }
  }
  await stack.stop()
  removeDataDir(dataDir)
  const figures = lines
    .map(({ database, connections, p95 }) => `${database} ${connections}: p95 ${p95} ms`)
    .join(', ')
  return { figures, violations, result: { seconds: SECONDS, lines } }
}

/** Streams of changes: many owners of few rows each, and rows that every subscriber sees. */
export const live: Measurement = { name: 'live', run: measure }
