import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { findSession, type Staff } from '../../apps/server/src/foundation/callers/session-store.ts'
import {
  type Database,
  openDatabase,
  type Queryable,
} from '../../apps/server/src/foundation/platform/database.ts'
import { type Sql, toPreparedQuery } from '../../apps/server/src/foundation/platform/sql.ts'
import { listProjectsAsJson } from '../../apps/server/src/projects/lifecycle/project-list-store.ts'

/**
 * Baseline server: only a token lookup and the product's page statement, whose JSON is built in PostgreSQL and
 * passed through. A separate process, started with a database URL and the staff it serves.
 */
const [url = '', staffText = '{}'] = process.argv.slice(2)
const staff = JSON.parse(staffText) as Staff
const { pool } = openDatabase({ url, maxConnections: 8, onError: () => undefined })

/** Captures the statement that a store function would run. */
async function statementOf(work: (on: Database) => Promise<unknown>) {
  let found: Sql | undefined
  const on: Queryable = {
    query: async (statement) => {
      found ??= statement
      return []
    },
  }
  await work(on as Database).catch(() => undefined)
  if (!found) throw new Error('no statement')
  return toPreparedQuery(found)
}

const look = await statementOf((on) => findSession(on, Buffer.alloc(32)))
const page = await statementOf((on) =>
  listProjectsAsJson(on, { staff, page: 1, limit: 50, search: '', status: undefined }),
)
const tokenAt = look.values.findIndex((value) => Buffer.isBuffer(value))

const server = createServer(async (request, answer) => {
  const token = (request.headers.authorization ?? '').slice('Bearer '.length)
  const values = [...look.values]
  values[tokenAt] = createHash('sha256').update(token).digest()
  const session = await pool.query({ ...look, values })
  if (session.rowCount === 0) return void answer.writeHead(401).end()
  const list = await pool.query<{ answer: string }>(page)
  const text = list.rows[0]?.answer ?? ''
  answer.writeHead(200, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
  })
  answer.end(text)
})
server.listen(0, '127.0.0.1', () => {
  process.send?.((server.address() as AddressInfo).port)
})
