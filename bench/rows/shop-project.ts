import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import pg from 'pg'
import { call, signIn } from '../../faults/stack/call.ts'

/** One table with the default rule, and an index for the measured filter and sort. */
const TABLES = [
  {
    id: 'users',
    name: 'user',
    type: 'Auth',
    rules: { list: '', view: '', create: 'true', update: '', delete: '' },
    columns: [
      { id: 'u1', name: 'email', type: 'email', options: { isUnique: true, isRequired: true } },
      { id: 'u2', name: 'password', type: 'text', options: { isHashed: true, isRequired: true } },
      { id: 'u3', name: 'verified', type: 'checkbox' },
    ],
  },
  {
    id: 'items',
    name: 'item',
    columns: [
      { id: 'i1', name: 'title', type: 'text' },
      { id: 'i2', name: 'status', type: 'text' },
      { id: 'i3', name: 'rank', type: 'number' },
    ],
    indexes: [{ columns: ['i2', 'createdOn', 'id'] }],
  },
]

export interface ShopProject {
  projectId: string
  token: string
  /** Ids of some rows to read. */
  ids: readonly string[]
}

interface Building {
  address: string
  engine: 'postgres' | 'sqlite3'
  rows: number
  /** An admin token; signs in if omitted. */
  adminToken?: string
  moreTables?: readonly object[]
}

/** Creates a project with rows and a signed-in app user. */
export async function buildShopProject(building: Building): Promise<ShopProject> {
  const { address, engine, rows, adminToken, moreTables = [] } = building
  const admin = { address, token: adminToken ?? (await signIn(address)) }
  const must = async (
    path: string,
    body: unknown,
    at: { address: string; token?: string } = admin,
  ) => {
    const answer = await call(at, { method: 'POST', path, body })
    if (answer.status === undefined || answer.status > 202)
      throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body
  }
  const name = randomBytes(6).toString('hex')
  const projectId = String((await must('/api/project', { cloned: false, name })).projectId)
  const newConfiguration = { version: 'v1', database: engine, tables: [...TABLES, ...moreTables] }
  await must(`/api/project/${projectId}/configuration`, { newConfiguration })
  await must(`/api/database/${projectId}/sync`, {})
  const person = { email: `${name}@example.com`, password: `a password ${name}` }
  const at = `$projectId=${projectId}`
  const { token } = await must(`/api/auth/user/sign-up?${at}`, person, { address })
  await importItems(`${address}/api/data/item/import?${at}`, admin.token, rows)
  const path = `/api/data/item?${at}&$limit=200&$filter=status="open"`
  const { body } = await call({ address, token: String(token) }, { method: 'GET', path })
  const ids = (body.data as { id: string }[]).map(({ id }) => id)
  return { projectId, token: String(token), ids }
}

async function importItems(url: string, token: string, rows: number): Promise<void> {
  const lines = Array.from({ length: rows }, (_, rank) =>
    JSON.stringify({
      title: `Item number ${rank}`,
      status: rank % 3 === 0 ? 'open' : 'done',
      rank,
    }),
  )
  const answer = await fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/x-ndjson' },
    body: lines.join('\n'),
  })
  if (!answer.ok) throw new Error(`import: ${answer.status} ${await answer.text()}`)
}

/** Schema and URL of a project's dev rows in PostgreSQL. */
export async function findSchema(platformUrl: string, projectId: string) {
  const client = new pg.Client({ connectionString: platformUrl })
  await client.connect()
  const result = await client.query<{ database: string; schema: string }>(
    `select placement.database, placement.schema from placement
     join environment on environment.id = placement.environment_id
     where environment.project_id = $1 and environment.name = 'dev'`,
    [projectId],
  )
  await client.end()
  const [row] = result.rows
  if (!row) throw new Error('the project has no placement')
  const url = new URL(platformUrl)
  url.pathname = `/${row.database}`
  return { url: url.href, schema: row.schema }
}

/** Updates the planner's statistics now, instead of during a sample. */
export async function analyze({ url, schema }: { url: string; schema: string }): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`analyze "${schema}"."item"`)
  await client.end()
}

/** Processor time of a process including its threads, in seconds. */
export function processorSeconds(pid: number): number {
  return secondsAt(pid, [11, 12])
}

/** Processor time of its ended child processes, in seconds. */
export function endedSeconds(pid: number): number {
  return secondsAt(pid, [13, 14])
}

function secondsAt(pid: number, places: readonly number[]): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return places.reduce((sum, place) => sum + Number(fields[place]), 0) / 100
}
