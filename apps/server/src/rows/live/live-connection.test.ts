import { expect, test } from 'vitest'
import { eventually } from '../../app/testing/eventually.ts'
import type { EventSink } from '../../foundation/http/calls/call.ts'
import { InitialReads } from './initial-reads.ts'
import { LiveConnection, type RowSubscription, toWire } from './live-connection.ts'
import type { LiveContext } from './live-request.ts'
import type { LiveCaller } from './live-streams.ts'

/** A connection whose client has not read `unread` bytes. */
function connect({ unread = 0, holder = '192.0.2.0/24' } = {}) {
  const client = { unread, written: [] as string[], isCut: false }
  const sink: EventSink = {
    write: (text) => void client.written.push(text),
    backlog: () => client.unread,
    count: () => undefined,
    end: (last) => void client.written.push(last),
    cut: () => {
      client.isCut = true
    },
  }
  const live = { caller: { kind: 'guest' } } as LiveCaller
  const connection = new LiveConnection({ id: 'c', live, holder, sink })
  const dropped: RowSubscription[] = []
  connection.onDrop = (each) => void dropped.push(each)
  const subscribe = () => {
    const asked = { id: 's', table: 'note' }
    const plan = { environment: { id: 'e' } }
    const subscription = { asked, connection, plan, characters: 10 } as RowSubscription
    connection.enter(subscription)
    return subscription
  }
  return { connection, client, dropped, subscribe }
}

test('ending a subscription twice does not end another one that has its id now', () => {
  const { connection, dropped, subscribe } = connect()
  const old = subscribe()
  connection.drop(old)
  const now = subscribe()
  connection.drop(old)
  expect(connection.has(old)).toBe(false)
  expect(connection.has(now)).toBe(true)
  expect(connection.characters).toBe(10)
  expect(dropped).toEqual([old])
})

test('cuts a client that reads nothing for 30 seconds, and none that reads slowly', () => {
  const { connection, client } = connect({ unread: 400_000 })
  const start = performance.now()
  for (let seconds = 0; seconds <= 60; seconds += 10) {
    client.unread -= 1
    connection.watch(start + seconds * 1_000)
  }
  expect(client.isCut).toBe(false)
  connection.watch(start + 89_000)
  expect(client.isCut).toBe(false)
  connection.watch(start + 91_000)
  expect(client.isCut).toBe(true)
  expect(connection.isEnded).toBe(true)
})

test.each([
  { unread: 0, sent: 9_000_000, isCut: false },
  { unread: 262_144, sent: 9_000_000, isCut: false },
  { unread: 262_145, sent: 3_000_000, isCut: false },
  { unread: 262_145, sent: 4_000_000, isCut: true },
  { unread: 262_145, sent: 2_000_000, character: 'ü', isCut: true },
  { unread: 4_190_000, sent: 5_000, isCut: true },
])(
  'a client with $unread unread bytes that is sent $sent more is cut: $isCut',
  ({ unread, sent, character = 'x', isCut }) => {
    const { connection, client } = connect({ unread })
    connection.send('change', { text: character.repeat(sent) })
    expect([client.isCut, client.written.length]).toEqual([isCut, isCut ? 0 : 1])
  },
)

test('clients that do not read take no turn of the reads of initial rows', async () => {
  const reads = new InitialReads({} as LiveContext)
  const stalled = Array.from({ length: 8 }, () => connect({ unread: 400_000 }))
  const waiting = stalled.map(({ subscribe }) => reads.send(subscribe()))
  expect(await reads.inTurn(connect().subscribe(), async () => 'read')).toBe('read')
  for (const { connection } of stalled) connection.end(new Error('over'))
  await Promise.all(waiting)
})

test('a caller with many slow reads of initial rows delays those of others by no turn', async () => {
  const reads = new InitialReads({} as LiveContext)
  const slow = Promise.withResolvers<void>()
  let started = 0
  const streams = Array.from({ length: 24 }, () => connect({ holder: 'guest' }))
  const waiting = streams.map(({ subscribe }) =>
    reads.inTurn(subscribe(), () => {
      started += 1
      return slow.promise
    }),
  )
  const other = connect({ holder: 'user' }).subscribe()
  expect(await reads.inTurn(other, async () => 'read')).toBe('read')
  expect(started).toBe(2)

  // Reads of streams that ended while they waited are not begun.
  for (const { connection } of streams) connection.end(new Error('over'))
  slow.resolve()
  const ended = (await Promise.allSettled(waiting)).filter(({ status }) => status === 'rejected')
  expect([started, ended.length]).toEqual([2, 22])
})

test('a caller has at most 200 reads of initial rows that wait', async () => {
  const reads = new InitialReads({} as LiveContext)
  const slow = Promise.withResolvers<void>()
  const { subscribe } = connect({ holder: 'guest' })
  const read = () => reads.inTurn(subscribe(), () => slow.promise).catch(toWire)
  const waiting = Array.from({ length: 203 }, read)
  expect(await waiting.at(-1)).toMatchObject({ code: 'rate_limited' })
  slow.resolve()
  await Promise.all(waiting)
})

test('an ended stream drops its subscriptions at once and is cut if its client does not read', async () => {
  const { connection, client, dropped, subscribe } = connect({ unread: 400_000 })
  const subscription = subscribe()
  connection.end(new Error('over'))
  expect(dropped).toEqual([subscription])
  connection.comment('still here')
  expect(client.written).toHaveLength(1)
  await eventually(async () => client.isCut)
})
