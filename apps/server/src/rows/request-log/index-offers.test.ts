import { listIndexOffers, MAX_SCANNED_ROWS } from '@plinth/contract'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { eventually } from '../../app/testing/eventually.ts'
import { applyTables, type Library, openLibrary, send } from '../testing/shelf.ts'
import { wantedIndex } from './wanted-index.ts'

const OPEN = { list: 'true', view: 'true', create: '', update: '', delete: '' }
const users = {
  id: 'users',
  name: 'user',
  type: 'Auth',
  columns: [
    { id: 'u_mail', name: 'email', type: 'email', options: { isUnique: true, isRequired: true } },
    { id: 'u_pass', name: 'password', type: 'text', options: { isHashed: true, isRequired: true } },
    { id: 'u_ok', name: 'verified', type: 'checkbox' },
    { id: 'u_role', name: 'role', type: 'text' },
  ],
}
const things = (id: string, name: string, indexes: object[] = []) => ({
  id,
  name,
  rules: OPEN,
  indexes,
  columns: [
    { id: `${id}_state`, name: 'state', type: 'text' },
    { id: `${id}_rank`, name: 'rank', type: 'number', options: { isRequired: true } },
    { id: `${id}_code`, name: 'code', type: 'text', options: { isUnique: true } },
  ],
})

describe.each(['postgres', 'sqlite3'] as const)('%s', (database) => {
  let library: Library
  const tables = (indexes: object[] = []) => [
    users,
    things('many', 'many', indexes),
    things('few', 'few'),
  ]
  const ask = (table: string, query: Record<string, string>) =>
    send('GET', table, { query: { $projectId: library.projectId, $version: 'v2', ...query } })
  const offers = async () => {
    const { projectId, owner } = library
    return (await owner.client.call(listIndexOffers, { params: { projectId } })).offers
  }

  beforeAll(async () => {
    library = await openLibrary(database, tables())
    const lines = Array.from({ length: MAX_SCANNED_ROWS + 1 }, (_, at) =>
      JSON.stringify({ state: at % 7 === 0 ? 'open' : 'done', rank: at }),
    )
    const answer = await fetch(
      `${inject('server').address}/api/data/many/import?$projectId=${library.projectId}`,
      {
        method: 'POST',
        headers: {
          authorization: `Bearer ${library.owner.token}`,
          'content-type': 'application/x-ndjson',
        },
        body: lines.join('\n'),
      },
    )
    expect(answer.status).toBe(200)
  })

  test('offers an index for scans of more than 10,000 rows until it exists', async () => {
    await ask('few', { $filter: 'state = "open"' })
    // A unique column and the default order have an index, and this page is filled early.
    await ask('many', { $filter: 'code = "x"' })
    await ask('many', { $sort: '-createdOn', $limit: '5' })
    await ask('many', { $filter: 'state = "done"', $limit: '5', $count: 'false' })
    await ask('many', { $filter: 'state = "open" || rank = 3' })
    await ask('many', { $sort: 'rank', $limit: '5', $count: 'false' })
    await ask('many', { $filter: 'state = "open"', $limit: '5' })
    const found = await eventually(async () => {
      const now = await offers()
      return now.length >= 2 && now
    })
    expect(found.map(({ columns }) => columns).toSorted()).toEqual([['many_rank'], ['many_state']])
    expect(found[0]).toMatchObject({ environment: 'dev', tableId: 'many', requests: 1 })
    const indexes = found.map(({ columns }) => ({ columns, unique: false }))
    await applyTables({ ...library, database, tables: tables(indexes) })
    expect(await eventually(async () => (await offers()).length === 0)).toBe(true)
  })
})

describe('suggested index', () => {
  const columnOf = (id: string, form: string, isFilled = false) =>
    [id, { id, name: id, form, isFilled, cell: { text: id, values: [] } }] as const
  const table = {
    columns: new Map([
      columnOf('state', 'text'),
      columnOf('title', 'text', true),
      columnOf('rank', 'integer', true),
      columnOf('due', 'date'),
      columnOf('data', 'json'),
    ]),
    definition: { id: 't', columns: [], indexes: [] },
  } as never
  const asked = (part: object) =>
    ({ equal: '', ranged: '', sorted: '', toEnd: false, ...part }) as never

  test.each<[string, object, string[] | null, (string[] | null)?]>([
    ['none for a full page in the default order', { equal: 'state' }, null],
    ['the filter column for a total count', { equal: 'state', toEnd: true }, ['state']],
    [
      'equality columns before the range',
      { equal: 'state', ranged: 'rank', toEnd: true },
      ['state', 'rank'],
    ],
    ['equality columns before the sort', { equal: 'state', sorted: '-rank' }, ['state', 'rank']],
    ['the sort column without a filter', { sorted: 'rank' }, ['rank']],
    ['none for a sort in mixed directions', { sorted: 'rank,-due' }, null],
    [
      'only the filter column for a sort through a relation',
      { sorted: '?', equal: 'state' },
      ['state'],
    ],
    ['none for the default order', { sorted: '-createdOn', toEnd: true }, null],
    ['none for a JSON column', { equal: 'data', toEnd: true }, null],
    ['none for a deleted column', { equal: 'gone', toEnd: true }, null],
    // Empty values sort last: PostgreSQL indexes have them last ascending, SQLite indexes descending.
    ['empty values last, ascending', { sorted: 'due' }, ['due'], null],
    ['empty values last, descending', { sorted: '-due' }, null, ['due']],
    // PostgreSQL sorts texts by bytes, but its indexes use the collation.
    ['a sort by text', { sorted: 'title' }, null, ['title']],
    ['a range of texts', { ranged: 'title', toEnd: true }, null, ['title']],
  ])('%s', (_name, part, postgres, sqlite3 = postgres) => {
    expect(wantedIndex({ table, engine: 'postgres' }, asked(part)) ?? null).toEqual(postgres)
    expect(wantedIndex({ table, engine: 'sqlite3' }, asked(part)) ?? null).toEqual(sqlite3)
  })
})
