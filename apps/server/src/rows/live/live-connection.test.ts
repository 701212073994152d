import { expect, test } from 'vitest'
import type { EventSink } from '../../foundation/http/calls/call.ts'
import { LiveConnection, type RowSubscription } from './live-connection.ts'
import type { LiveCaller } from './live-streams.ts'

/** A connection whose client has not read `unread` bytes. */
function connect({ unread = 0 } = {}) {
  const client = { unread, written: [] as string[], isCut: false }
  const sink: EventSink = {
    write: (text) => void client.written.push(text),
    backlog: () => client.unread,
    end: (last) => void client.written.push(last),
    cut: () => {
      client.isCut = true
    },
  }
  const live = { caller: { kind: 'guest' } } as LiveCaller
  const connection = new LiveConnection({ id: 'c', live, sink })
  const dropped: RowSubscription[] = []
  connection.onDrop = (each) => void dropped.push(each)
  const subscribe = () => {
    const asked = { id: 's', table: 'note' }
    const subscription = { asked, connection, characters: 10 } as RowSubscription
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
