import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RunningServer } from '../../../app/startup/start-server.ts'
import { startBeside } from '../../../app/testing/start-beside.ts'
import { fixedKeys } from '../../../foundation/secrets/key-ring.ts'
import type { LoggedChange } from '../../runners/row-runner.ts'
import { CallerTurns } from '../limits/caller-turns.ts'
import { LivePositions } from '../live-position.ts'
import type { LiveRows } from '../live-rows.ts'
import { lockTable, untilLocked } from '../testing/data-database.ts'
import { follow, livePlace, NOTES } from '../testing/live-place.ts'
import { deliverChanges } from './deliver-changes.ts'
import { LiveIndex } from './live-index.ts'
import { RowDigests } from './read-rows.ts'

const PAPERS = {
  id: 'papers',
  name: 'paper',
  live: true,
  rules: { create: 'true', update: 'true', delete: 'true', list: 'true', view: 'true' },
}

let server: RunningServer
beforeAll(async () => {
  server = await startBeside({})
})
afterAll(() => server.stop())

test('outcomes of many subscriptions are sent in slices, each change once and in order', async () => {
  const place = await livePlace('postgres')
  const { token } = await place.newUser()
  const ids = Array.from({ length: 100 }, (_, at) => `s${String(at).padStart(2, '0')}`)
  const { address } = server
  const stream = await place.open({
    token,
    address,
    subscriptions: ids.map((id) => ({ id, table: 'note' })),
  })
  for (const _ of ids) await stream.next('subscribed')
  const { rows } = server.context.live as unknown as { rows: LiveRows }
  const own = [...rows.streams.values()].at(-1)
  if (!own) throw new Error('no stream')
  const index = new LiveIndex()
  for (const each of own.connection.subscriptions.values()) index.add(each)
  const changes = Array.from({ length: 250 }, (_, at): LoggedChange => {
    const row = JSON.stringify({ id: `row ${at}`, status: 'public' })
    const of = { tableId: 'notes', rowId: `row ${at}`, position: at + 1, madeAt: 0, shape: null }
    return { ...of, operation: 'created', row, old: null }
  })
  const delivered: number[] = []
  await deliverChanges({
    context: server.context,
    environment: own.feed.environment,
    epoch: '0123456789abcdef',
    positions: new LivePositions(fixedKeys(['a secret key of this installation'])),
    turns: new CallerTurns(),
    changes,
    end: changes.length,
    readRows: undefined,
    digests: new RowDigests(),
    index,
    seenTo: () => 0,
    isOld: false,
    concurrency: 1,
    canResume: () => true,
    isValid: () => true,
    takesMore: () => true,
    onLeft: () => undefined,
    onDelivered: (position) => delivered.push(position),
    fail: (_, error) => {
      throw error
    },
    reset: () => undefined,
  })
  expect(delivered).toEqual([100, 200])
  const sent = await stream.until(({ data }) => data.id === 'row 249')
  expect(sent.map(({ data }) => data.id)).toEqual(changes.map(({ rowId }) => rowId))
  expect(sent.every(({ data }) => data.subscriptions.length === ids.length)).toBe(true)
  stream.close()
})

test.each(['sqlite3', 'postgres'] as const)(
  'a client that resumes gets large rows in parts, while changes of now are sent: %s',
  async (database) => {
    const place = await livePlace(database)
    const { token } = await place.newUser()
    const { position, close } = await follow(place, { token })
    close()
    const more = { text: 'x'.repeat(300_000) }
    const missed: string[] = []
    for (let count = 0; count < 12; count += 1)
      missed.push((await place.create({ status: 'public', more })).id)
    const current = await follow(place, { token })
    const resumed = await follow(place, { token, subscription: { after: position } })
    const { id } = await place.create({ status: 'public' })
    expect((await current.next('change')).data.id).toBe(id)
    const sent = await resumed.until(({ data }) => data.id === id)
    expect(sent.map(({ data }) => data.id)).toEqual([...missed, id])
    const { id: next } = await place.create({ status: 'public' })
    const last = await resumed.next('change')
    expect([last.data.id, last.id === undefined]).toEqual([next, false])
    for (const each of [current, resumed]) each.close()
  },
)

test('changes are sent while the rows of a client that resumes cannot be read', async () => {
  const place = await livePlace('postgres', [NOTES, PAPERS])
  const { token } = await place.newUser()
  const ofPapers = (after?: string) =>
    follow(place, { token, subscription: { table: 'paper', ...(after && { after }) } })
  const { position, close } = await ofPapers()
  close()
  await place.create({}, 'paper')
  const current = await follow(place, { token })
  const unlock = await lockTable(place.projectId, 'paper')
  const resumed = await ofPapers(position)
  const order: string[] = []
  // Its read ends with an error if the lock outlasts the time of a statement.
  const ended = resumed.next('change', 'error').then(() => order.push('resumed'))
  await untilLocked(place.projectId, 'paper')
  const { id } = await place.create({ status: 'public' })
  expect((await current.next('change')).data.id).toBe(id)
  order.push('current')
  await unlock()
  await ended
  expect(order).toEqual(['current', 'resumed'])
  for (const each of [current, resumed]) each.close()
})
