import { afterAll, beforeAll, beforeEach, describe, expect, expectTypeOf, test, vi } from 'vitest'
import { createClient } from './create-client.ts'
import { createData } from './create-data.ts'
import { fetchTables } from './known-tables.ts'
import type { Page, PlainPage, Row, UncountedPage } from './protocol/wire-types.ts'
import { type LocalServer, startLocalServer } from './testing/local-server.ts'

const projectId = 'prj_01h455vb4pex5vsknk084sn02q'
const row = { id: 'r1', createdOn: '2026-01-01T00:00:00Z', updatedOn: '2026-01-01T00:00:00Z' }
let server: LocalServer

beforeAll(async () => {
  server = await startLocalServer()
})
afterAll(() => server.close())
beforeEach(() => {
  server.requests.length = 0
  server.answer = () => ({ body: { data: [], columns: [], rows: [] } })
})

const clientOf = (token: string | null = 'a-token') =>
  createClient({ baseUrl: server.address, token: () => token })
const dataOf = (tables?: Record<string, string[]>) =>
  createData({ client: clientOf(), projectId, ...(tables && { tables }) })
const notes = () => dataOf().table('notes')

test.each([
  {
    call: 'getOne',
    run: () => notes().getOne('r1', { $withRelation: ['author', 'comments.author'] }),
    asked: { method: 'GET', path: '/api/data/notes/r1' },
    query: { $withRelation: 'author,comments.author', $version: 'v2' },
  },
  {
    call: 'getMany',
    run: () =>
      notes().getMany({
        $page: 2,
        $limit: 30,
        $filter: 'title != ""',
        $sort: ['+title', '-createdOn'],
        $columns: 'id,title',
        $cursor: 'c',
        $environment: 'production',
      }),
    asked: { method: 'GET', path: '/api/data/notes' },
    query: {
      $page: '2',
      $limit: '30',
      $filter: 'title != ""',
      $sort: '+title,-createdOn',
      $columns: 'id,title',
      $version: 'v2',
      $cursor: 'c',
      $environment: 'production',
    },
  },
  {
    call: 'getMany of version 1',
    run: () => notes().getMany({ $version: 'v1' }),
    asked: { method: 'GET', path: '/api/data/notes' },
    query: { $version: 'v1' },
  },
  {
    call: 'related',
    run: () => notes().related({ id: 'r1' }, 'comments', { $cursor: '.c', $limit: 10 }),
    asked: { method: 'GET', path: '/api/data/notes/r1/comments' },
    query: { $cursor: '.c', $limit: '10', $version: 'v2' },
  },
  {
    call: 'create',
    run: () => notes().create({ title: 'One' }, { idempotencyKey: 'once' }),
    asked: { method: 'POST', path: '/api/data/notes', body: { title: 'One' } },
    headers: { 'idempotency-key': 'once' },
    query: { $version: 'v2' },
  },
  {
    call: 'update with a complete row',
    run: () => notes().update({ ...row, title: 'Two', expand: {} }, { ifMatch: row.updatedOn }),
    asked: { method: 'PUT', path: '/api/data/notes/r1', body: { title: 'Two' } },
    headers: { 'if-match': `"${row.updatedOn}"` },
    query: { $version: 'v2' },
  },
  {
    call: 'patch with a complete row',
    run: () => notes().patch({ ...row, title: 'Two', $more: {} }),
    asked: { method: 'PATCH', path: '/api/data/notes/r1', body: { title: 'Two' } },
    query: { $version: 'v2' },
  },
  {
    call: 'updateMany',
    run: () => notes().updateMany([{ ...row, title: 'Two' }]),
    asked: { method: 'PUT', path: '/api/data/notes', body: [{ id: 'r1', title: 'Two' }] },
    query: { $version: 'v2' },
  },
  {
    call: 'remove',
    run: () => notes().remove('r1'),
    asked: { method: 'DELETE', path: '/api/data/notes/r1' },
    query: { $version: 'v2' },
  },
  {
    call: 'removeMany',
    run: () => notes().removeMany(['r1', 'r2']),
    asked: { method: 'DELETE', path: '/api/data/notes', body: ['r1', 'r2'] },
    query: { $version: 'v2' },
  },
  {
    call: 'query',
    run: () => notes().query('select 1'),
    asked: { method: 'POST', path: `/api/project/${projectId}/sql`, body: { sql: 'select 1' } },
    whole: {},
  },
])('$call sends the request of the spec', async ({ run, asked, query, headers, whole }) => {
  await run()
  expect(server.requests).toHaveLength(1)
  expect(server.requests[0]).toMatchObject({
    ...asked,
    headers: { authorization: 'Bearer a-token', ...headers },
  })
  expect(server.requests[0]?.query).toEqual(whole ?? { $projectId: projectId, ...query })
})

test('a raw query needs a project', async () => {
  const { table } = createData({ client: clientOf() })
  await expect(table('notes').query('select 1')).rejects.toThrow('A raw query needs a projectId')
})

test('the type of a page depends on its parameters', () => {
  const page = async () => notes().getMany({ $limit: 1 })
  expectTypeOf(page).returns.resolves.toEqualTypeOf<Page<Row>>()
  const plain = async () => notes().getMany({ $version: 'v1' })
  expectTypeOf(plain).returns.resolves.toEqualTypeOf<PlainPage<Row>>()
  const uncounted = async () => notes().getMany({ $count: 'false' })
  expectTypeOf(uncounted).returns.resolves.toEqualTypeOf<UncountedPage<Row>>()
})

describe('name checks', () => {
  const known = { notes: ['title', 'author'] }
  const knownNotes = () => dataOf(known).table('notes')
  test.each([
    { name: 'no table', run: async () => dataOf().table(''), text: 'Table name is required' },
    {
      name: 'another table',
      run: async () => dataOf(known).table('pages'),
      text: 'Table with name pages not found',
    },
    {
      name: 'a property of Object.prototype',
      run: async () => dataOf(known).table('toString'),
      text: 'Table with name toString not found',
    },
    { name: 'a column in a record', run: () => knownNotes().create({ titel: '' }) },
    { name: 'a column in changes', run: () => knownNotes().update({ id: 'r1', titel: '' }) },
    { name: 'a column in bulk', run: () => knownNotes().updateMany([{ id: 'r1', titel: '' }]) },
    { name: 'a column in $sort', run: () => knownNotes().getMany({ $sort: '-title,+titel' }) },
    {
      name: 'a column in $columns',
      run: () => knownNotes().getMany({ $columns: ['id', 'titel'] }),
    },
    { name: 'a relation', run: () => knownNotes().getOne('r1', { $withRelation: 'titel.name' }) },
  ])('rejects $name before sending a request', async ({ run, text }) => {
    await expect(run()).rejects.toThrow(text ?? 'Column with name titel not found in table notes')
    expect(server.requests).toEqual([])
  })

  test('accepts known names and paths into other tables', async () => {
    await knownNotes().getMany({
      $sort: ['-author.name', 'createdOn'],
      $columns: ['title', 'expand.author.name'],
      $withRelation: ['author.notes'],
    })
    expect(server.requests).toHaveLength(1)
  })

  test('loads the known tables from the configuration', async () => {
    server.answer = () => ({
      body: { tables: [{ name: 'notes', columns: [{ name: 'title', type: 'text' }] }] },
    })
    const found = await fetchTables(clientOf(), { $projectId: projectId, $environment: 'dev' })
    expect(found).toEqual({ notes: ['title'] })
    expect(server.requests[0]?.path).toBe(`/api/project/${projectId}/configuration`)
  })
})

test('warns and sends no authorization without a token', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  await createData({ client: clientOf(null) })
    .table('notes')
    .getMany()
  expect(server.requests[0]?.headers.authorization).toBeUndefined()
  expect(warn).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('No token found'))
  warn.mockRestore()
})

test("fails with the spec's timeout message", async () => {
  const client = createClient({ baseUrl: server.address, token: () => 't', timeout: 1 })
  server.answer = () => {
    const end = Date.now() + 50
    while (Date.now() < end);
    return { body: {} }
  }
  await expect(createData({ client }).table('notes').getMany()).rejects.toThrow(
    /^timeout of 1ms exceeded$/,
  )
})
