import { connect, type Socket } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { newProject, newStaff, type Person } from '../../../app/testing/people.ts'
import { applyTables, send } from '../../../rows/testing/shelf.ts'
import type { Caller } from '../calls/call.ts'
import { newTrace } from '../calls/request-trace.ts'
import { countUnread } from './unread-answers.ts'

const RULES = { list: 'true', view: 'true', create: 'true', update: 'true', delete: 'true' }
const TABLES = [
  { id: 'notes', name: 'note', rules: RULES, columns: [{ id: 'n', name: 'body', type: 'json' }] },
]
const NOTES = 18
const HALF_MB = 524_288

let owner: Person
let projectId: string
beforeAll(async () => {
  owner = await newStaff()
  projectId = await newProject(owner)
  await applyTables({ projectId, owner, database: 'sqlite3', tables: TABLES })
  for (let at = 0; at < NOTES; at += 1) {
    const body = { body: { text: `${at} `.padEnd(HALF_MB, 'x') } }
    const made = await send('POST', 'note', { body, query: { $projectId: projectId } })
    expect(made.status).toBe(200)
  }
}, 90_000)

/** Sends a request and reads no more than the first bytes of its answer. */
function askAndWait(path: string): Promise<{ status: number; socket: Socket }> {
  const { hostname, port, host } = new URL(inject('server').address)
  const socket = connect({ host: hostname, port: Number(port) })
  socket.write(
    `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${owner.token}\r\n\r\n`,
  )
  return new Promise((resolve, reject) => {
    socket.once('error', reject)
    socket.once('data', (first) => {
      socket.pause()
      resolve({ status: Number(first.toString('latin1').split(' ')[1]), socket })
    })
  })
}

test.each([
  { name: 'pages', path: 'note?', at: 7 },
  { name: 'exports', path: 'note/export?format=json&', at: 6 },
])(
  '$name that are not read are limited, and others are answered',
  async ({ path, at }) => {
    const query = `$projectId=${projectId}`
    const asked: { status: number; socket: Socket }[] = []
    for (let time = 0; time < 10; time += 1)
      asked.push(await askAndWait(`/api/data/${path}${query}`))
    expect(asked.map(({ status }) => status)).toEqual(
      Array.from({ length: 10 }, (_, time) => (time < at ? 200 : 429)),
    )
    const list = (more: object) =>
      send('GET', 'note', { query: { $projectId: projectId, ...more } })
    expect((await list({ $columns: 'id' })).status).toBe(200)
    // Another caller.
    expect((await list({})).status).toBe(200)
    for (const { socket } of asked) socket.destroy()
    await expect.poll(async () => (await askAndRead(`/api/data/${path}${query}`)).status).toBe(200)
  },
  60_000,
)

const askAndRead = async (path: string) => {
  const headers = { authorization: `Bearer ${owner.token}` }
  const answer = await fetch(`${inject('server').address}${path}`, { headers })
  await answer.text()
  return answer
}

test('large bodies that are not finished are limited for each network, and others are taken', async () => {
  const { port, host } = new URL(inject('server').address)
  const answers: string[] = []
  const begin = (length: number) => {
    const socket = connect({ host: '127.0.0.1', port: Number(port), localAddress: '127.32.7.9' })
    socket.on('error', () => undefined)
    // A body that is taken is not answered before it is complete.
    socket.on('data', (first) => answers.push(first.toString('latin1').slice(0, 12)))
    const head = `PUT /api/data/note?$projectId=${projectId} HTTP/1.1\r\nHost: ${host}\r\n`
    socket.write(`${head}Content-Type: application/json\r\nContent-Length: ${length}\r\n\r\n[`)
    return socket
  }
  const begun = Array.from({ length: 10 }, () => begin(10_000_000))
  await expect.poll(() => answers, { timeout: 20_000 }).toEqual(Array(4).fill('HTTP/1.1 429'))
  begun.push(begin(100_000_000))
  await expect.poll(() => answers[4], { timeout: 20_000 }).toBe('HTTP/1.1 413')
  const body = { body: { text: 'y'.repeat(HALF_MB) } }
  const made = await send('POST', 'note', { body, query: { $projectId: projectId } })
  expect(made.status).toBe(200)
  for (const socket of begun) socket.destroy()
})

describe('what is unread of many streams', () => {
  const KB = 1_024
  const exact = { isExact: true }
  const userOf = (environmentId: string, userId: string): Caller => ({
    kind: 'user',
    user: { projectId: 'p', environmentId, tableId: 'users', userId },
    tokenHash: Buffer.alloc(0),
  })
  /** Counts of streams in one environment. */
  const streams = (project: string, count: number, callerAt: (at: number) => Caller) =>
    Array.from({ length: count }, (_, at) => {
      const key = { projectId: project, environment: 'dev' } as const
      const trace = { ...newTrace(), key, environment: { id: 'env' } }
      return countUnread({ caller: callerAt(at), ip: '192.0.2.1', trace } as FastifyRequest)
    })

  test('counts for their caller at intervals, and is free once it was read', () => {
    const own = streams('a', 400, () => userOf('env', 'ann'))
    expect(own.every((count) => count(200 * KB))).toBe(true)
    const fitting = own.filter((count) => count(200 * KB, exact))
    expect(fitting).toHaveLength(327)
    const [other] = streams('a', 1, () => userOf('env', 'bob'))
    expect(other?.(200 * KB, exact)).toBe(true)
    for (const count of own) count(0)
    expect(own.every((count) => count(100 * KB, exact))).toBe(true)
    for (const count of [...own, ...(other ? [other] : [])]) count(0)
  })

  test('counts for one network if they are of users of other projects', () => {
    const strangers = streams('b', 400, (at) => userOf('other', `user ${at}`))
    expect(strangers.filter((count) => count(200 * KB, exact))).toHaveLength(327)
    const own = streams('b', 100, (at) => userOf('env', `user ${at}`))
    expect(own.every((count) => count(200 * KB, exact))).toBe(true)
    for (const count of [...strangers, ...own]) count(0)
  })
})
