import { join } from 'node:path'
import {
  createClient,
  createData,
  type LiveState,
  type Row,
} from '../../packages/client/src/index.ts'
import type { Database } from '../../packages/contract/src/index.ts'
import { must } from '../backup/backup-project.ts'
import { type Caller, signIn } from '../stack/call.ts'
import { eventually } from '../stack/eventually.ts'
import { makeDataDir, removeDataDir, type Stack, startStack } from '../stack/stack.ts'
import type { Suite, SuiteResult } from '../stack/suite.ts'
import { type ProxyName, type RunningNginx, startNginx } from './nginx.ts'

const TABLES = [
  {
    id: 'words',
    name: 'words',
    live: true,
    columns: [{ id: 'w1', name: 'word', type: 'text' }],
  },
]
const LIVE_MS = 5_000
/** Two attempts of ten seconds, the pause between them, and the first poll. */
const POLLING_MS = 40_000
const ARRIVES_MS = 10_000

interface World {
  stack: Stack
  nginx: RunningNginx
  token: string
  projectId: string
}

/** A client behind a proxy that follows the table, and what it has received. */
function follow({ nginx, token, projectId }: World, name: ProxyName) {
  const client = createClient({ baseUrl: nginx.addresses[name], token: () => token })
  const words = createData({ client, projectId }).table('words')
  const seen = {
    state: 'connecting' as LiveState,
    rows: new Map<string, Row>(),
    words: [] as string[],
    errors: [] as string[],
  }
  const end = words.subscribe(
    {
      onRows: (rows) => {
        seen.rows = new Map(rows.map((row) => [row.id, row]))
      },
      onState: (state) => {
        seen.state = state
      },
      onError: ({ message }) => seen.errors.push(message),
    },
    ({ id, row }) => {
      if (row) seen.rows.set(id, row)
      else seen.rows.delete(id)
      if (row) seen.words.push(String(row.word))
    },
  )
  return { seen, end }
}

/** Writes past the proxies, so that only the stream depends on them. */
function writer({ stack, token, projectId }: World) {
  const client = createClient({ baseUrl: stack.address, token: () => token })
  return createData({ client, projectId }).table('words')
}

/** Every change arrives once and in order, although connections are cut. */
async function checkStream(
  world: World,
  { name, count }: { name: ProxyName; count: number },
): Promise<string[]> {
  const { seen, end } = follow(world, name)
  const isLive = () => seen.state === 'live'
  if (!(await eventually(isLive, { limitMs: LIVE_MS }))) {
    end()
    return [`${name}: the stream is ${seen.state} after ${LIVE_MS} ms`]
  }
  const words = writer(world)
  const expected: string[] = []
  for (let at = 0; at < count; at += 1) {
    if (at === Math.floor(count / 2)) world.nginx.reload()
    const word = `${name} ${at}`
    await words.create({ word })
    expected.push(word)
  }
  await eventually(() => seen.words.length >= count, { limitMs: ARRIVES_MS })
  end()
  const got = seen.words.join()
  return [
    ...seen.errors.map((error) => `${name}: ended with ${error}`),
    ...(got === expected.join() ? [] : [`${name}: got ${got || 'nothing'}`]),
  ]
}

/** Where no stream passes, the client polls, and its rows become those of the table. */
async function checkPolling(world: World): Promise<string[]> {
  const { seen, end } = follow(world, 'collecting')
  const words = writer(world)
  const isPolling = () => seen.state === 'polling' && seen.rows.size > 0
  const violations: string[] = []
  if (!(await eventually(isPolling, { limitMs: POLLING_MS }))) {
    violations.push(`collecting: ${seen.state} with ${seen.rows.size} rows`)
  }
  const made = await words.create({ word: 'polled' })
  const has = () => seen.rows.get(made.id)?.word === 'polled'
  if (!(await eventually(has, { limitMs: ARRIVES_MS }))) violations.push('a new row is missing')
  await words.remove(made.id)
  const isGone = () => !seen.rows.has(made.id)
  if (!(await eventually(isGone, { limitMs: ARRIVES_MS }))) violations.push('a deleted row stays')
  end()
  return [...violations, ...seen.errors]
}

/** A project with a live table on each database. */
async function makeProject(caller: Caller, database: Database): Promise<string> {
  const body = { cloned: false, name: `Live ${database}` }
  const made = await must(caller, { path: '/api/project', body })
  const projectId = String(made.projectId)
  const newConfiguration = { version: 'v1', database, tables: TABLES }
  const path = `/api/project/${projectId}/configuration`
  await must(caller, { path, body: { newConfiguration } })
  await must(caller, { path: `/api/database/${projectId}/sync`, body: {} })
  return projectId
}

async function onBoth(check: (world: World) => Promise<string[]>): Promise<string[]> {
  const dataDir = makeDataDir()
  const stack = await startStack({ dataDir })
  const nginx = await startNginx(join(dataDir, 'nginx'), stack.address)
  try {
    const token = await signIn(stack.address)
    const violations: string[] = []
    for (const database of ['sqlite3', 'postgres'] as const) {
      const projectId = await makeProject({ address: stack.address, token }, database)
      const found = await check({ stack, nginx, token, projectId })
      violations.push(...found.map((words) => `${database}, ${words}`))
    }
    return violations
  } finally {
    await nginx.stop()
    await stack.stop()
    removeDataDir(dataDir)
  }
}

/** Live rows behind Debian's nginx: with its own settings, with one that cuts answers, and with one that collects them. */
export const liveProxy: Suite = {
  name: 'live-proxy',
  isRare: true,
  async run({ full }): Promise<SuiteResult> {
    const count = full ? 500 : 50
    const violations = await onBoth(async (world) => [
      ...(await checkStream(world, { name: 'plain', count })),
      ...(await checkStream(world, { name: 'cutting', count })),
      ...(await checkPolling(world)),
    ])
    return { violations, figures: `2 databases, ${count} changes through 2 proxies, 1 polled` }
  },
  /** A proxy that collects the answer is one for which the server's header does nothing. */
  async prove() {
    const violations = await onBoth((world) => checkStream(world, { name: 'collecting', count: 5 }))
    return { violations, figures: 'no stream passes a proxy that collects answers' }
  },
}
