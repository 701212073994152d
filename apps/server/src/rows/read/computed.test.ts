import { Configuration, getConfiguration } from '@plinth/contract'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { newProject, newStaff, type Person } from '../../app/testing/people.ts'
import { applyTables, send } from '../testing/shelf.ts'

const field = (name: string, type: string, options = {}) => ({ id: name, name, type, options })
const computed = (name: string, query: string) => ({ id: name, name, type: 'Computed', query })
const sale = {
  id: 'sale',
  name: 'sale',
  columns: [
    field('what', 'text'),
    field('pages', 'number'),
    field('price', 'number', { hasDecimal: true }),
    field('isPaid', 'checkbox'),
    field('soldOn', 'date'),
    field('extra', 'json'),
  ],
}
const copied = computed(
  'copied',
  'select "id", "what", "pages", "price", "isPaid", "soldOn", "extra", "createdOn" from "sale"',
)
const totals = computed(
  'totals',
  `select "what" as "id", count(*) as "number", sum("price") as "a sum", max("soldOn") as "last"
   from "sale" group by "what"`,
)
/** Never terminates. */
const slow = computed(
  'slow',
  'with recursive n(i) as (select 1 union all select i + 1 from n where i < 1000000000) select max(i) as "id", min(i) as "least" from n',
)

describe.each(['postgres', 'sqlite3'] as const)('Computed tables on %s', (database) => {
  let owner: Person
  let projectId: string
  const call = (method: string, path: string, query = {}, body?: unknown) =>
    send(method, path, { token: owner.token, query: { $projectId: projectId, ...query }, body })

  beforeAll(async () => {
    owner = await newStaff()
    projectId = await newProject(owner)
    await applyTables({ projectId, owner, database, tables: [sale] })
    for (const [at, what] of ['ink', 'pen', 'pen', 'hat'].entries()) {
      const soldOn = `2025-0${at + 1}-01T00:00:00.000Z`
      const body = { what, pages: at, price: at + 0.5, isPaid: at > 1, soldOn, extra: { at } }
      expect((await call('POST', 'sale', {}, body)).status).toBe(200)
    }
    // SQLite infers the type of a computed column from existing rows.
    await applyTables({ projectId, owner, database, tables: [sale, copied, totals, slow] })
  })

  test('have the types of the selected columns', async () => {
    const answered = await owner.client.call(getConfiguration, { params: { projectId } })
    const types = (name: string) =>
      Configuration.parse(answered)
        .tables.find((one) => one.name === name)
        ?.columns.map((one) => [one.name, one.type])
    expect(types('copied')).toEqual([
      ['what', 'text'],
      ['pages', 'number'],
      ['price', 'number'],
      ['isPaid', 'checkbox'],
      ['soldOn', 'date'],
      ['extra', 'json'],
      ['createdOn', 'date'],
    ])
    expect(types('totals')).toEqual([
      ['number', 'number'],
      ['a sum', 'number'],
      ['last', 'date'],
    ])
  })

  test.each([
    { $filter: 'what = "pen" && pages > 1', $sort: '', rows: ['pen'] },
    { $filter: 'isPaid = true', $sort: '-price', rows: ['hat', 'pen'] },
    { $filter: 'soldOn < "2025-02-02"', $sort: '+soldOn', rows: ['ink', 'pen'] },
    { $filter: 'extra.at = 3', $sort: '', rows: ['hat'] },
    { $filter: 'what ~ "e"', $sort: '+pages', rows: ['pen', 'pen'] },
  ])('are filtered by $filter and sorted by $sort', async ({ rows, ...query }) => {
    const answer = await call('GET', 'copied', { ...query, $version: 'v2' })
    expect((answer.body.data as { what: string }[]).map(({ what }) => what)).toEqual(rows)
    expect(answer.body.total).toBe(rows.length)
  })

  test('return computed values with their own ids, paged', async () => {
    const query = { $sort: '-number,+id', $version: 'v2', $limit: '2' }
    const first = await call('GET', 'totals', query)
    expect(first.body.data).toEqual([
      { id: 'pen', number: 2, 'a sum': 4, last: '2025-03-01T00:00:00.000Z' },
      { id: 'hat', number: 1, 'a sum': 3.5, last: '2025-04-01T00:00:00.000Z' },
    ])
    const $cursor = String(first.body.cursor)
    expect((await call('GET', 'totals', { ...query, $cursor })).body.data).toMatchObject([
      { id: 'ink' },
    ])
    const found = await call('GET', 'totals', { $filter: 'number > 1 && last > "2025-02-01"' })
    expect(found.body.data).toMatchObject([{ id: 'pen' }])
    const one = await call('GET', 'totals', { $filter: 'id = "hat"' })
    expect(one.body.data).toMatchObject([{ id: 'hat' }])
    expect((await call('GET', 'totals/pen')).status).toBe(404)
  })

  test('are exported', async () => {
    const query = new URLSearchParams({ $projectId: projectId, $sort: '+id' })
    const answer = await fetch(`${inject('server').address}/api/data/totals/export?${query}`, {
      headers: { authorization: `Bearer ${owner.token}` },
    })
    expect((await answer.text()).split('\r\n').slice(0, 2)).toEqual([
      'id,number,a sum,last',
      'hat,1,3.5,2025-04-01T00:00:00.000Z',
    ])
  })

  test.each([
    ['POST', 'totals', { number: 1 }],
    ['PUT', 'totals', [{ id: '01920000-0000-7000-8000-000000000001', number: 1 }]],
    ['DELETE', 'totals', ['01920000-0000-7000-8000-000000000001']],
  ])('cannot be written: %s', async (method, path, body) => {
    const answer = await call(method, path, {}, body)
    expect(answer.status).toBe(405)
    expect(answer.body.error.message).toBe('Table totals is computed and read-only.')
  })

  test('a slow query times out and does not block others', async () => {
    if (database === 'postgres') expect((await call('GET', 'slow')).status).toBe(504)
    expect((await call('GET', 'copied')).status).toBe(200)
  })
})
