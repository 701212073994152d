import { readFileSync, writeFileSync } from 'node:fs'
import { startHostilePostgres } from '../../apps/server/src/foundation/egress/testing/hostile-postgres.ts'
import { ENGINES, type Engine } from '../rows/notes-project.ts'
import { type Caller, call, signIn } from '../stack/call.ts'
import { makeDataDir, removeDataDir, startStack } from '../stack/stack.ts'
import type { Suite, SuiteResult } from '../stack/suite.ts'

const MAX_MB = 600
const ROWS = 200
const AT_ONCE = 3
const RULES = { list: 'true', view: 'true', create: 'true', update: 'true', delete: 'true' }
const TABLE = {
  id: 'notes',
  name: 'note',
  rules: RULES,
  columns: [{ id: 'n1', name: 'body', type: 'json' }],
}
const RAW: Readonly<Record<Engine, string>> = {
  sqlite3: 'select hex(zeroblob(30000000)) as a from note limit 5',
  postgres: `select repeat('a', 50000000) as a from generate_series(1, 6)`,
}

/** The most memory that the process had since the last reading. */
function takePeakMb(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  // Linux resets VmHWM to the resident size.
  writeFileSync(`/proc/${pid}/clear_refs`, '5')
  return Math.round(Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1]) / 1024)
}

async function makeProject(at: Caller, engine: Engine): Promise<string> {
  const must = async (path: string, body: object) => {
    const answer = await call(at, { method: 'POST', path, body })
    if (answer.status === undefined || answer.status > 202)
      throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body
  }
  const body = { cloned: false, name: `answers ${engine}` }
  const { projectId } = await must('/api/project', body)
  const newConfiguration = { version: 'v1', database: engine, tables: [TABLE] }
  await must(`/api/project/${projectId}/configuration`, { newConfiguration })
  await must(`/api/database/${projectId}/sync`, {})
  for (let row = 0; row < ROWS; row += 1)
    await must(`/api/data/note?$projectId=${projectId}`, {
      body: { text: `${row} `.padEnd(1_000_000, 'abcdefghij') },
    })
  return String(projectId)
}

interface Case {
  readonly name: string
  readonly ask: () => Promise<{ status: number | undefined; body: Record<string, unknown> }[]>
  readonly isRight: (answer: {
    status: number | undefined
    body: Record<string, unknown>
  }) => boolean
}

function casesOf(at: Caller, engine: Engine, projectId: string): readonly Case[] {
  const path = `/api/data/note?$projectId=${projectId}`
  const list = (query: string) => call(at, { method: 'GET', path: `${path}&${query}` })
  const together = (query: string) => () =>
    Promise.all(Array.from({ length: AT_ONCE }, () => list(query)))
  return [
    {
      name: 'a raw query with large values',
      ask: async () => [await call(at, { method: 'POST', path, body: { query: RAW[engine] } })],
      isRight: ({ status, body }) => status === 200 && body.truncated === true,
    },
    {
      name: 'pages of large rows by number',
      ask: together('$limit=1000'),
      isRight: ({ status }) => status === 413,
    },
    {
      name: 'pages of large rows by cursor',
      ask: together('$limit=1000&$version=v2&$cursor='),
      isRight: ({ status, body }) => status === 200 && body.hasMore === true,
    },
  ]
}

async function run({ isProving }: { isProving: boolean }): Promise<SuiteResult> {
  const hostile = await startHostilePostgres('rows')
  const env = {
    PLINTH_EGRESS_ALLOW: `127.0.0.1:${hostile.port}`,
    ...(isProving && { PLINTH_MAX_ANSWER_BYTES: '268435456' }),
  }
  const stack = await startStack({ dataDir: makeDataDir(), env })
  try {
    const violations: string[] = []
    const figures: string[] = [`start ${takePeakMb(stack.pid)} MB`]
    const at = { address: stack.address, token: await signIn(stack.address) }
    const note = (name: string, isRight: boolean, answers: string) => {
      const peak = takePeakMb(stack.pid)
      figures.push(`${name} ${peak} MB`)
      if (!isRight) violations.push(`${name}: ${answers}`)
      if (peak > MAX_MB) violations.push(`${name}: ${peak} MB`)
    }
    let cloned = ''
    for (const engine of ENGINES) {
      const projectId = await makeProject(at, engine)
      cloned = projectId
      figures.push(`${engine}: ${ROWS} rows created ${takePeakMb(stack.pid)} MB`)
      for (const { name, ask, isRight } of casesOf(at, engine, projectId)) {
        const answers = await ask()
        const statuses = answers.map(({ status }) => status).join(', ')
        note(`${engine}: ${name}`, answers.every(isRight), statuses)
      }
    }
    const connectionUrl = `postgres://u:p@127.0.0.1:${hostile.port}/x?sslmode=disable`
    const body = { cloned: true, name: 'hostile', projectId: cloned, connectionUrl }
    const { status } = await call(at, { method: 'POST', path: '/api/project', body })
    note('a hostile adopted database', status === 422, String(status))
    return { violations, figures: figures.join('; ') }
  } finally {
    await stack.stop()
    await hostile.close()
    removeDataDir(stack.dataDir)
  }
}

/** No answer takes the process above its memory, however large rows, values or a database's answers are (R25). */
export const answers: Suite = {
  name: 'answers',
  isAlone: true,
  run: () => run({ isProving: false }),
  prove: () => run({ isProving: true }),
}
