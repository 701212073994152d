import { createHash } from 'node:crypto'
import { type AddressInfo, connect, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { connectTo } from './connect.ts'
import { copyIn, copyOut } from './copy.ts'

let client: pg.Client
beforeEach(async () => {
  client = await connectTo(inject('server').databaseUrl)
})
afterEach(() => client.end())

const ROWS = 200_000
const lineOf = (number: number) => {
  const digest = createHash('md5').update(String(number)).digest('hex')
  return `${number}\t${digest.repeat(4)}\n`
}
const NUMBERED = `select i, repeat(md5(i::text), 4) from generate_series(1, ${ROWS}) as i`

test('reads all rows unchanged when the consumer is slow', async () => {
  const wanted = createHash('sha256')
  for (let number = 1; number <= ROWS; number += 1) wanted.update(lineOf(number))
  const got = createHash('sha256')
  const rows = copyOut(client, `copy (${NUMBERED}) to stdout`)
  let next = await rows.next()
  for (let pieces = 0; !next.done; next = await rows.next(), pieces += 1) {
    // The yielded buffer must not change while more data arrives.
    if (pieces % 4 === 0) await sleep(5)
    got.update(next.value)
  }
  expect(next.value).toBe(ROWS)
  expect(got.digest('hex')).toBe(wanted.digest('hex'))
})

test('returns the row count of the server when it arrives after the rows', async () => {
  const url = new URL(inject('server').databaseUrl)
  const proxy = createServer((to) => {
    const server = connect(join(decodeURIComponent(url.hostname), `.s.PGSQL.${url.port}`))
    to.pipe(server).on('end', () => to.end())
    server.on('data', async (chunk) => {
      // "COPY 10" and "ready for query" are the last 19 bytes of the response.
      server.pause()
      to.write(chunk.subarray(0, -15))
      await sleep(20)
      to.write(chunk.subarray(-15))
      server.resume()
    })
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const { port } = proxy.address() as AddressInfo
  const [user, password] = [url.username, url.password].map(decodeURIComponent)
  const slow = new pg.Client({
    host: '127.0.0.1',
    port,
    user,
    password,
    database: url.pathname.slice(1),
  })
  await slow.connect()
  const rows = copyOut(slow, 'copy (select generate_series(1, 10)) to stdout')
  let next = await rows.next()
  while (!next.done) next = await rows.next()
  await slow.end()
  proxy.close()
  expect(next.value).toBe(10)
})

const MANY = `copy (select repeat(md5(i::text), 100) from generate_series(1, ${ROWS}) i) to stdout`

test('a connection that is lost midway fails the read', async () => {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const other = await connectTo(inject('server').databaseUrl)
  const read = async () => {
    let pieces = 0
    for await (const _piece of copyOut(client, MANY)) {
      if (pieces === 3) await other.query('select pg_terminate_backend($1)', [rows[0]?.pid])
      pieces += 1
    }
  }
  await expect(read()).rejects.toThrow(/terminat/)
  await other.end()
})

test('a connection can be closed when its consumer stops midway', async () => {
  for await (const _piece of copyOut(client, MANY)) break
})

test('round-trips rows through copyOut and copyIn', async () => {
  await client.query('create temporary table copied (number integer, words text)')
  const rows = copyOut(client, `copy (${NUMBERED}) to stdout`)
  const pieces: Buffer[] = []
  for await (const piece of rows) pieces.push(piece)
  const into = { text: 'copy copied from stdin', rows: toAsync(pieces) }
  expect(await copyIn(client, into)).toBe(ROWS)
  const { rows: found } = await client.query(
    `select count(*)::int as count from copied where words = repeat(md5(number::text), 4)`,
  )
  expect(found).toEqual([{ count: ROWS }])
})

async function* toAsync(pieces: Buffer[]) {
  yield* pieces
}

test.each([
  ['at once', 'copy nothing to stdout', /nothing/],
  [
    'after some rows',
    `copy (select 1 / (${ROWS} - i) from generate_series(1, ${ROWS}) i) to stdout`,
    /zero/,
  ],
])('a read that fails %s throws, and the connection stays usable', async (_, text, words) => {
  const read = async () => {
    for await (const _piece of copyOut(client, text));
  }
  await expect(read()).rejects.toThrow(words)
  expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }])
})

test.each([
  ['at once', 'copy nothing from stdin', /nothing/],
  ['by a row', 'copy counted from stdin', /invalid input syntax/],
])('a write that fails %s throws, and the connection stays usable', async (_, text, words) => {
  await client.query('create temporary table counted (number integer)')
  const lines = [...Array(50).keys()].map((at) => (at === 3 ? 'three\n' : `${at}\n`.repeat(50_000)))
  const rows = toAsync(lines.map((line) => Buffer.from(line)))
  await expect(copyIn(client, { text, rows })).rejects.toThrow(words)
  expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }])
})

test('a source that fails midway leaves the table empty', async () => {
  await client.query('create temporary table counted (number integer)')
  async function* broken() {
    yield Buffer.from('1\n')
    throw new Error('the archive was cut off')
  }
  const text = 'copy counted from stdin'
  await expect(copyIn(client, { text, rows: broken() })).rejects.toThrow('cut off')
  expect((await client.query('select * from counted')).rows).toEqual([])
})
