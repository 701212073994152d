import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type EventSink, PushStream } from '../calls/call.ts'
import { sendPushed } from './send-pushed.ts'

const MB = 1_048_576
const MAX_OF_CALLER = 64 * MB

interface Opened {
  readonly sink: EventSink
  isOpen: boolean
}

let app: FastifyInstance
let port: number
const streams: Opened[] = []
const sockets: Socket[] = []

beforeAll(async () => {
  app = fastify()
  app.get('/', (request, reply) => {
    const stream = new PushStream((sink) => {
      const opened = { sink, isOpen: true }
      streams.push(opened)
      sink.write(': open\n\n')
      return () => {
        opened.isOpen = false
      }
    })
    sendPushed({ request, reply }, stream)
  })
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  port = Number(new URL(address).port)
})
afterAll(async () => {
  for (const socket of sockets) socket.destroy()
  await app.close()
})

/** Opens a stream from an address, whose client reads its first bytes only. */
async function open(localAddress: string): Promise<Opened> {
  const socket = connect({ host: '127.0.0.1', port, localAddress })
  sockets.push(socket)
  socket.on('error', () => undefined)
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await once(socket, 'data')
  socket.pause()
  return streams.at(-1) as Opened
}

const unreadOf = (all: readonly Opened[]) =>
  all.reduce((sum, { sink, isOpen }) => sum + (isOpen ? sink.backlog() : 0), 0)

test('disconnects streams of a caller that has not read 64 MB of them together', async () => {
  const own: Opened[] = []
  for (let count = 0; count < 20; count += 1) own.push(await open('127.32.8.1'))
  const other = await open('127.32.9.1')
  const text = 'x'.repeat(10 * MB)
  for (const { sink } of own) sink.write(text)
  expect(unreadOf(own)).toBeGreaterThan(MAX_OF_CALLER / 2)
  expect(unreadOf(own)).toBeLessThanOrEqual(MAX_OF_CALLER)
  await expect.poll(() => own.filter(({ isOpen }) => !isOpen).length).toBeGreaterThan(5)
  other.sink.write(text)
  expect(other.sink.backlog()).toBeGreaterThan(0)
  expect(other.isOpen).toBe(true)
  // What a client reads, and what a closed connection had not, is counted no longer.
  for (const socket of sockets.slice(0, 10)) socket.resume()
  for (const socket of sockets.slice(10, 20)) socket.destroy()
  await expect.poll(() => unreadOf(own), { timeout: 20_000 }).toBe(0)
  for (let count = 0; count < 5; count += 1) {
    const again = await open('127.32.8.1')
    again.sink.write(text)
    expect(again.sink.backlog()).toBeGreaterThan(0)
  }
})

test('closes a stream with little unread if its caller has too much on others', async () => {
  const large: Opened[] = []
  const address = '127.32.12.1'
  while (unreadOf(large) < MAX_OF_CALLER - 11 * MB) {
    const opened = await open(address)
    opened.sink.write('x'.repeat(10 * MB))
    await settled(opened)
    large.push(opened)
  }
  large.at(-1)?.sink.write('x'.repeat(MAX_OF_CALLER - MB - unreadOf(large)))
  const small: Opened[] = []
  for (let count = 0; count < 10; count += 1) small.push(await open(address))
  const other = await open('127.32.13.1')
  const fill = async (opened: Opened) => {
    while ((await settled(opened)) < MB / 8) opened.sink.write('x'.repeat(MB / 8))
  }
  await Promise.all([...small, other].map(fill))
  expect([...large, ...small].every(({ isOpen }) => isOpen)).toBe(true)
  expect(unreadOf([...large, ...small])).toBeGreaterThan(MAX_OF_CALLER)
  for (const { sink } of [...small, other]) sink.count()
  await expect.poll(() => small.some(({ isOpen }) => !isOpen)).toBe(true)
  expect(unreadOf([...large, ...small])).toBeLessThanOrEqual(MAX_OF_CALLER)
  expect([...large, other].every(({ isOpen }) => isOpen)).toBe(true)
})

test('the backlog of a client that reads slowly shrinks, and that of one that reads nothing does not', async () => {
  const slow = await open('127.32.10.1')
  const socket = sockets.at(-1) as Socket
  const stuck = await open('127.32.11.1')
  for (const { sink } of [slow, stuck]) sink.write('x'.repeat(24 * MB))
  const unread = await settled(stuck)
  const before = await settled(slow)
  expect(before).toBeGreaterThan(8 * MB)
  let read = 0
  socket.on('data', (chunk) => {
    read += chunk.length
    if (read > 8 * MB) socket.pause()
  })
  socket.resume()
  await expect.poll(() => read).toBeGreaterThan(8 * MB)
  await expect.poll(() => slow.sink.backlog()).toBeLessThan(before)
  expect(slow.sink.backlog()).toBeGreaterThan(0)
  expect(stuck.sink.backlog()).toBe(unread)
})

/** The backlog once the socket takes no more. */
async function settled({ sink }: Opened): Promise<number> {
  let before = -1
  await expect
    .poll(() => {
      const isSame = before === sink.backlog()
      before = sink.backlog()
      return isSame
    })
    .toBe(true)
  return before
}
