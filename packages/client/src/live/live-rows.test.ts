import { expect, test, vi } from 'vitest'
import { createClient } from '../create-client.ts'
import { createData } from '../create-data.ts'
import { startLocalServer } from '../testing/local-server.ts'
import { applyChange, createLiveRows } from './live-rows.ts'
import type { RowChange } from './live-types.ts'
import { compareRows } from './poll-rows.ts'

const rows = [
  { id: 'a', title: '1' },
  { id: 'b', title: '2' },
]
type Row = (typeof rows)[number]

test.each<[string, RowChange<Row>, string[]]>([
  ['a new row', { type: 'create', id: 'c', row: { id: 'c', title: '3' } }, ['a1', 'b2', 'c3']],
  [
    'a row that is there already',
    { type: 'create', id: 'a', row: { id: 'a', title: '9' } },
    ['a9', 'b2'],
  ],
  ['an update', { type: 'update', id: 'b', row: { id: 'b', title: '9' } }, ['a1', 'b9']],
  [
    'an update of an unknown row',
    { type: 'update', id: 'c', row: { id: 'c', title: '3' } },
    ['a1', 'b2', 'c3'],
  ],
  ['a deleted row', { type: 'delete', id: 'a' }, ['b2']],
  ['a row that left', { type: 'leave', id: 'b' }, ['a1']],
  ['an unknown row that left', { type: 'leave', id: 'x' }, ['a1', 'b2']],
])('applies %s', (_name, change, expected) => {
  expect(applyChange(rows, change).map(({ id, title }) => id + title)).toEqual(expected)
})

test('compares polled rows with those of the last poll', () => {
  const seen = new Map<string, string>()
  expect(compareRows(seen, rows).map(({ type, id }) => `${type} ${id}`)).toEqual([
    'create a',
    'create b',
  ])
  expect(compareRows(seen, rows)).toEqual([])
  expect(compareRows(seen, [{ id: 'b', title: 'new' }])).toEqual([
    { type: 'update', id: 'b', row: { id: 'b', title: 'new' } },
    { type: 'leave', id: 'a' },
  ])
  expect(compareRows(seen, [])).toEqual([{ type: 'leave', id: 'b' }])
})

const eventText = (name: string, data: object) =>
  `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`

test('has the oldest rows first, updates in place, and new and entered rows at the end', async () => {
  const server = await startLocalServer()
  server.answer = ({ query }) => {
    const [{ id }] = JSON.parse(query.subscriptions ?? '[]')
    const changeOf = (type: string, row: Row, position: string, more = {}) =>
      eventText('change', { subscriptions: [id], type, id: row.id, row, position, ...more })
    const events = [
      eventText('open', { connectionId: 'c1' }),
      // As the server does: the newest first.
      eventText('rows', { subscription: id, rows: rows.toReversed() }),
      eventText('subscribed', { subscription: id, position: 'e.1' }),
      changeOf('create', { id: 'd', title: '4' }, 'e.2'),
      changeOf('update', { id: 'a', title: '9' }, 'e.3'),
      changeOf('create', { id: 'c', title: '3' }, 'e.4', { entered: true }),
      changeOf('update', { id: 'd', title: '8' }, 'e.5'),
    ]
    return { events: events.join('') }
  }
  const client = createClient({ baseUrl: server.address, token: () => 'a-token' })
  const data = createData({ client, projectId: 'prj_01h455vb4pex5vsknk084sn02q' })
  const store = createLiveRows(data.table('notes'), {})
  const stop = store.subscribe(() => {})
  const shown = () => store.get().rows.map(({ id, title }) => `${id}${title}`)
  await vi.waitFor(() => expect(shown()).toEqual(['a9', 'b2', 'd8', 'c3']))
  stop()
  await server.close()
})
