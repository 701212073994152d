import { expect, test } from 'vitest'
import type { LoggedChange } from '../../runners/row-runner.ts'
import type { RowSubscription } from '../live-connection.ts'
import { CatchUp } from './catch-up.ts'
import { ReadRows } from './read-rows.ts'

const END = 1_000
const AT_ONCE = 10

const changeAt = (position: number): LoggedChange => {
  const of = { tableId: 'notes', rowId: `row ${position}`, position, madeAt: 0, shape: null }
  return { ...of, operation: 'updated', row: '{}', old: '{}' }
}

/** What catching up reads of a subscription. */
function subscribedAt(position: number): RowSubscription {
  const connection = { behind: new Set(), waiting: new Map(), backlog: 0 }
  const of = { asked: { id: 's' }, plan: { table: { id: 'notes' } }, judgement: undefined }
  return { ...of, connection, position } as unknown as RowSubscription
}

test('clients that are far behind again and again delay no other for long', async () => {
  const near = subscribedAt(END - 3 * AT_ONCE)
  const old = [subscribedAt(0), subscribedAt(0)]
  const served: number[] = []
  const found = Promise.withResolvers<void>()
  const behind: CatchUp = new CatchUp({
    async read(after) {
      served.push(after)
      const changes = Array.from({ length: Math.min(AT_ONCE, END - after) }, (_, at) =>
        changeAt(after + at + 1),
      )
      const hasMore = after + AT_ONCE < END
      return { epoch: 'log', release: 'one', position: END, removedTo: 0, hasMore, changes }
    },
    logEpoch: () => 'log',
    epoch: () => 'epoch',
    readRows: new ReadRows(),
    async deliver() {
      // They resume from the beginning each time.
      for (const each of old.filter(({ position }) => position > 0)) {
        behind.delete(each)
        each.position = 0
        behind.add(each)
      }
    },
    onLost: () => undefined,
    onReady: () => found.resolve(),
    onError: (error) => found.reject(error),
  })
  for (const each of [...old, near]) behind.add(each)
  await found.promise
  behind.close()
  expect(behind.take(END, 'log')?.subscriptions).toEqual(new Set([near]))
  expect(served.length).toBeLessThan(30)
  expect(served).toContain(0)
})

test('changes are delivered again if their subscription was planned again meanwhile', async () => {
  const subscription = subscribedAt(0)
  const delivered: number[][] = []
  const found = Promise.withResolvers<void>()
  const behind: CatchUp = new CatchUp({
    async read(after) {
      const changes = Array.from({ length: AT_ONCE - after }, (_, at) => changeAt(after + at + 1))
      const of = { epoch: 'log', release: 'one', removedTo: 0, hasMore: false }
      return { ...of, position: AT_ONCE, changes }
    },
    logEpoch: () => 'log',
    epoch: () => 'epoch',
    readRows: new ReadRows(),
    async deliver({ changes, onDelivered }) {
      delivered.push(changes.map(({ position }) => position))
      if (delivered.length > 1) return
      // What the feed does when the environment was loaded again; what is judged by the old plan is not sent.
      subscription.plan = { ...subscription.plan }
      behind.replace(subscription)
      onDelivered(AT_ONCE)
    },
    onLost: () => undefined,
    onReady: () => found.resolve(),
    onError: (error) => found.reject(error),
  })
  behind.add(subscription)
  await found.promise
  behind.close()
  const all = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
  expect(delivered).toEqual([all, all])
  // Until the feed has sent them what followed, their clients must not be told to resume after it.
  expect(behind.take(AT_ONCE, 'log')?.subscriptions).toEqual(new Set([subscription]))
  expect(behind.has(subscription)).toBe(false)
  expect(subscription.connection.behind).toEqual(new Set([subscription]))
})

test('changes after a reset are delivered again if it has ended their delivery', async () => {
  const RESET_AT = 5
  const subscription = subscribedAt(0)
  let epoch = 'old rules'
  const delivered: number[][] = []
  const found = Promise.withResolvers<void>()
  const behind: CatchUp = new CatchUp({
    async read(after) {
      const changes = Array.from({ length: AT_ONCE - after }, (_, at) => changeAt(after + at + 1))
      return {
        epoch: 'log',
        release: 'one',
        position: AT_ONCE,
        removedTo: 0,
        hasMore: false,
        changes,
      }
    },
    logEpoch: () => 'log',
    epoch: () => epoch,
    readRows: new ReadRows(),
    async deliver({ changes, onDelivered }) {
      delivered.push(changes.map(({ position }) => position))
      if (delivered.length > 1) return
      // What the feed does when the rules change.
      epoch = 'new rules'
      subscription.position = RESET_AT
      onDelivered(AT_ONCE)
    },
    onLost: () => undefined,
    onReady: () => found.resolve(),
    onError: (error) => found.reject(error),
  })
  behind.add(subscription)
  await found.promise
  behind.close()
  expect(delivered).toEqual([
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
    [6, 7, 8, 9, 10],
  ])
})
