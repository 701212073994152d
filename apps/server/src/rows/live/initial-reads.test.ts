import { expect, test } from 'vitest'
import type { EventSink } from '../../foundation/http/calls/call.ts'
import { InitialReads } from './initial-reads.ts'
import { LiveConnection, type RowSubscription } from './live-connection.ts'
import type { LiveContext } from './live-request.ts'
import type { LiveCaller } from './live-streams.ts'

const sink: EventSink = {
  write: () => undefined,
  backlog: () => 0,
  count: () => undefined,
  end: () => undefined,
  cut: () => undefined,
}

function subscribe() {
  const live = { caller: { kind: 'guest' } } as LiveCaller
  const connection = new LiveConnection({ id: 'c', live, holder: 'guest', sink })
  const plan = { environment: { id: 'e' } }
  const subscription = { asked: { id: 's', table: 'note' }, connection, plan } as RowSubscription
  connection.enter(subscription)
  return subscription
}

test('reads that end together do not double the turns of reads that begin then', async () => {
  const reads = new InitialReads({} as LiveContext)
  const [ended, slow] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let running = 0
  const begin = () =>
    reads.inTurn(subscribe(), () => {
      running += 1
      return slow.promise
    })
  const first = reads.inTurn(subscribe(), () => ended.promise)
  // Begins after the first read has left the queue, and before the second one sees that it is empty.
  const between = ended.promise.then(() => undefined).then(begin)
  const second = reads.inTurn(subscribe(), () => ended.promise)
  ended.resolve()
  await Promise.all([first, second])

  const others = Array.from({ length: 4 }, begin)
  expect(running).toBe(2)
  slow.resolve()
  await Promise.all([between, ...others])
  expect(running).toBe(5)
})
