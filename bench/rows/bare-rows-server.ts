import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'

/**
 * Floor B: a bare server with 8 connections whose JSON is built inside PostgreSQL and passed through. No token, no
 * rule, no validation. A separate process, started with a database URL and a schema.
 */
const [url = '', schema = ''] = process.argv.slice(2)
const pool = new pg.Pool({ connectionString: url, max: 8 })
const table = `"${schema}"."item"`

const STATEMENTS = {
  one: `select row_to_json(t)::text as answer from ${table} t where id = $1`,
  page: `select coalesce(json_agg(t), '[]')::text as answer from (select * from ${table} where status = $1
    order by "createdOn" desc, id desc limit 30) t`,
  create: `insert into ${table} as t (id, title, status, rank) values ($1, $2, $3, $4)
    returning row_to_json(t)::text as answer`,
  update: `update ${table} as t set title = $2, "updatedOn" = now() where id = $1
    returning row_to_json(t)::text as answer`,
}

async function bodyOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return JSON.parse(Buffer.concat(chunks).toString())
}

async function valuesOf(
  request: IncomingMessage,
  id: string,
): Promise<[keyof typeof STATEMENTS, unknown[]]> {
  if (request.method === 'GET') return id === '' ? ['page', ['open']] : ['one', [id]]
  const body = await bodyOf(request)
  if (request.method === 'PUT') return ['update', [id, body.title]]
  return ['create', [randomUUID(), body.title, body.status, body.rank]]
}

const server = createServer(async (request, answer) => {
  const id = (request.url ?? '/').slice(1)
  const [name, values] = await valuesOf(request, id)
  const result = await pool.query<{ answer: string }>({ name, text: STATEMENTS[name], values })
  const text = `{"data":${result.rows[0]?.answer}}`
  answer.writeHead(200, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
  })
  answer.end(text)
})
server.listen(0, '127.0.0.1', () => {
  process.send?.((server.address() as AddressInfo).port)
})
