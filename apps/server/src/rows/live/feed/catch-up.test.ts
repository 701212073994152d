import { expect, test } from 'vitest'
import type { LoggedChange } from '../../runners/row-runner.ts'
import type { RowSubscription } from '../live-connection.ts'
import { CatchUp } from './catch-up.ts'
import { ReadRows } from './read-rows.ts'

const END = 1_000
const AT_ONCE = 10

const changeAt = (position: number): LoggedChange => {
  const of = { tableId: 'notes', rowId: `row ${position}`, position, madeAt: 0 }
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
      return { epoch: 'log', position: END, removedTo: 0, hasMore, changes }
    },
    logEpoch: () => 'log',
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
