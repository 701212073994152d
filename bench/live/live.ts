import { setTimeout as wait } from 'node:timers/promises'
import { call, signIn } from '../../faults/stack/call.ts'
import { makeDataDir, removeDataDir, startStack } from '../../faults/stack/stack.ts'
import type { Measured, Measurement } from '../measure/measurement.ts'
import { quantile, round } from '../measure/statistics.ts'
import { addOwners, LiveClients, type Owner, usageOf } from './live-clients.ts'

const ENGINES = (process.env.ENGINES?.split(',') ?? ['sqlite3', 'postgres']) as string[]
const CONNECTIONS = Number(process.env.CONNECTIONS ?? 8_000)
/** A busy machine delivers later; what has not arrived by then counts as lost. */
const DELIVERY_MS = 30_000
const SECONDS = Number(process.env.BENCH_SECONDS ?? 15)
const OWNED = { connections: CONNECTIONS, perSecond: 200, isPublic: false }
const SHARED = { connections: Math.min(500, CONNECTIONS), perSecond: 30, isPublic: true }
/** Of the issue, and the published figure of Supabase. */
const MAX_P95_MS = { owned: 150, shared: 228 }

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
  columns: [column('owner', 'text'), column('isPublic', 'checkbox'), column('sentAt', 'number')],
})

interface Running {
  address: string
  token: string
  pid: number
  dataDir: string
}

async function makeProject({ address, token }: Running, of: { database: string; rule: string }) {
  const caller = { address, token }
  const ask = async (path: string, body: object) => {
    const answer = await call(caller, { method: 'POST', path, body })
    if ((answer.status ?? 500) >= 300) throw new Error(JSON.stringify(answer.body))
    return answer.body
  }
  const name = `Live ${of.database} ${of.rule}`.slice(0, 60)
  const { projectId } = await ask('/api/project', { cloned: false, name })
  const { database } = of
  const newConfiguration = { version: 'v1', database, tables: [USERS, things(of.rule)] }
  await ask(`/api/project/${projectId}/configuration`, { newConfiguration })
  await ask(`/api/database/${projectId}/sync`, {})
  // A sync switches the log on shortly after its answer.
  await wait(3_000)
  return String(projectId)
}

/** Creates rows at a steady rate, each for the next owner. */
async function write(
  { address, token }: Running,
  of: { projectId: string; owners: readonly Owner[]; perSecond: number; isPublic: boolean },
): Promise<number> {
  const path = `/api/data/thing?$projectId=${of.projectId}`
  const start = performance.now()
  const sent: Promise<unknown>[] = []
  for (let count = 0; count < of.perSecond * SECONDS; count += 1) {
    await wait(Math.max(0, start + (count * 1_000) / of.perSecond - performance.now()))
    const owner = of.owners[count % of.owners.length]?.id ?? ''
    const body = { owner, isPublic: of.isPublic, sentAt: Date.now() }
    sent.push(call({ address, token }, { method: 'POST', path, body }))
  }
  await Promise.all(sent)
  return sent.length
}

async function measureOne(running: Running, of: typeof OWNED & { database: string; rule: string }) {
  const projectId = await makeProject(running, of)
  const owners = await addOwners(running.dataDir, { projectId, count: of.connections })
  const clients = new LiveClients({ address: running.address, projectId })
  const before = usageOf(running.pid)
  await clients.open(owners)
  const opened = usageOf(running.pid)
  const start = performance.now()
  const changes = await write(running, { ...of, projectId, owners })
  const expected = of.isPublic ? changes * of.connections : changes
  const latest = performance.now() + DELIVERY_MS
  while (clients.times.length < expected && performance.now() < latest) await wait(100)
  const after = usageOf(running.pid)
  const seconds = (performance.now() - start) / 1_000
  clients.close()
  const ms = (share: number) => round(quantile(clients.times, share), 1)
  return {
    database: of.database,
    connections: of.connections,
    changesPerSecond: of.perSecond,
    delivered: clients.times.length,
    expected,
    p50: ms(0.5),
    p95: ms(0.95),
    p99: ms(0.99),
    kilobytesPerConnection: round((opened.bytes - before.bytes) / of.connections / 1024, 1),
    processorShare: round((after.seconds - opened.seconds) / seconds, 2),
  }
}

async function measure(): Promise<Measured> {
  const dataDir = makeDataDir()
  const stack = await startStack({
    dataDir,
    env: {
      PLINTH_LOG_LEVEL: 'error',
      PLINTH_DATA_RATE: '0',
      // Streams of the measurement before may still be closing.
      PLINTH_LIVE_CONNECTIONS: String(CONNECTIONS * 2),
      PLINTH_LIVE_CONNECTIONS_PER_ENVIRONMENT: String(CONNECTIONS),
    },
  })
  const token = await signIn(stack.address)
  const running = { address: stack.address, token, pid: stack.pid, dataDir }
  const lines: Awaited<ReturnType<typeof measureOne>>[] = []
  const violations: string[] = []
  for (const database of ENGINES) {
    for (const kind of ['owned', 'shared'] as const) {
      const of = kind === 'owned' ? OWNED : SHARED
      const rule = kind === 'owned' ? 'owner = @request.auth.id' : OWN
      const line = await measureOne(running, { ...of, database, rule })
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
