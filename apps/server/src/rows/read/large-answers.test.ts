import { beforeAll, describe, expect, inject, test } from 'vitest'
import { newProject, newStaff, type Person } from '../../app/testing/people.ts'
import { applyTables, send } from '../testing/shelf.ts'

const LIMIT = 10 * 1024 * 1024
const HALF_MB = 524_288
const NOTES = 24
const long = ['one', 'two', 'three'] as const
const RULES = { list: 'true', view: 'true', create: 'true', update: 'true', delete: 'true' }

const relation = (options: object) => ({ type: 'relation', options })
const TABLES = [
  {
    id: 'shelves',
    name: 'shelf',
    rules: RULES,
    columns: [
      { id: 's1', name: 'name', type: 'text' },
      {
        id: 's2',
        name: 'notes',
        ...relation({
          tableId: 'notes',
          columnId: 'n3',
          backColumnName: 'shelf',
          hasMultiple: true,
          isParent: true,
        }),
      },
    ],
  },
  {
    id: 'notes',
    name: 'note',
    rules: RULES,
    columns: [
      { id: 'n1', name: 'title', type: 'text' },
      { id: 'n2', name: 'body', type: 'json' },
      {
        id: 'n3',
        name: 'shelf',
        ...relation({
          tableId: 'shelves',
          columnId: 's2',
          backColumnName: 'notes',
          hasMultipleBack: true,
        }),
      },
    ],
  },
  {
    id: 'books',
    name: 'book',
    rules: RULES,
    columns: [
      { id: 'b', name: 'label', type: 'text' },
      ...long.map((name, at) => ({ id: `b${at}`, name, type: 'json' })),
    ],
  },
]

interface Listed {
  data: { id: string }[]
  hasMore: boolean
  cursor: string | null
}

describe.each(['postgres', 'sqlite3'] as const)('large answers on %s', (database) => {
  let owner: Person
  let projectId: string
  let shelfId: string
  const call = (method: string, path: string, query = {}, body?: unknown, headers = {}) =>
    send(method, path, {
      ...{ token: owner.token, headers, body },
      query: { $projectId: projectId, ...query },
    })
  const create = async (table: string, body: object) => {
    const made = await call('POST', table, {}, body)
    expect(made.status, JSON.stringify(made.body.error)).toBe(200)
    return (made.body.data as { id: string }).id
  }

  beforeAll(async () => {
    owner = await newStaff()
    projectId = await newProject(owner)
    await applyTables({ projectId, owner, database, tables: TABLES })
    shelfId = await create('shelf', { name: 'full' })
    for (let at = 0; at < NOTES; at += 1) {
      const body = { text: `${at} `.padEnd(HALF_MB, 'x') }
      await create('note', { title: `note ${at}`, body, shelf: shelfId })
    }
  }, 120_000)

  test.each([
    { name: 'v1', query: {} },
    { name: 'v2 by page', query: { $version: 'v2' } },
    { name: 'v2 without a total', query: { $version: 'v2', $count: 'false' } },
    { name: 'v2 with a page', query: { $version: 'v2', $page: '1', $limit: '1000' } },
    { name: 'v1 with an empty cursor', query: { $cursor: '' } },
    { name: 'related rows', query: { $withRelation: 'shelf' } },
  ])('a page above the limit is 413: $name', async ({ query }) => {
    const { status, body } = await call('GET', 'note', query)
    expect(status).toBe(413)
    expect(body.error).toMatchObject({ code: 'too_large', details: { maxBytes: LIMIT } })
    for (const word of ['$cursor', '$columns', '$limit', '10 MB'])
      expect(body.error.message).toContain(word)
  })

  test.each([
    { name: 'fewer columns', query: { $columns: 'title', $version: 'v2' }, rows: NOTES },
    { name: 'a smaller limit', query: { $limit: '10', $version: 'v2' }, rows: 10 },
    { name: 'another page of a smaller limit', query: { $limit: '10', $page: '3' }, rows: 4 },
  ])('a page with $name is whole', async ({ query, rows }) => {
    const { status, body } = await call('GET', 'note', query)
    expect(status).toBe(200)
    expect(body.data).toHaveLength(rows)
  })

  test.each([
    { name: 'sorted by creation', $sort: '+createdOn' },
    { name: 'sorted by a text, descending', $sort: '-title' },
    { name: 'with a total', $count: 'true' },
    { name: 'with related rows', $withRelation: 'shelf' },
  ])('a walk by cursor gets every row once: $name', async ({ name, ...query }) => {
    const { $withRelation: _, ...plain } = { $withRelation: '', ...query }
    const all = await call('GET', 'note', { ...plain, $columns: 'title' })
    const expected = (all.body.data as { id: string }[]).map(({ id }) => id)
    const seen: string[] = []
    let $cursor: string | null = ''
    for (let page = 0; $cursor !== null && page < 10; page += 1) {
      const answer = await call('GET', 'note', { $version: 'v2', ...query, $cursor })
      expect(answer.status, JSON.stringify(answer.body.error)).toBe(200)
      const { data, hasMore, cursor } = answer.body as unknown as Listed
      const bytes = Buffer.byteLength(JSON.stringify(data))
      expect(bytes).toBeLessThanOrEqual(LIMIT + 1_024)
      expect(hasMore).toBe(cursor !== null)
      if (hasMore) expect(bytes).toBeGreaterThan(LIMIT - HALF_MB - 1_024)
      seen.push(...data.map(({ id }) => id))
      $cursor = cursor
    }
    expect(seen).toEqual(expected)
    expect(name).toBeTruthy()
  })

  test('a bulk write whose answer is too large changes nothing', async () => {
    const listed = await call('GET', 'note', { $columns: 'title' })
    const notes = listed.body.data as { id: string; title: string }[]
    const body = notes.map(({ id, title }) => ({ id, title: `${title} again` }))
    const refused = await call('PUT', 'note', {}, body)
    expect(refused).toMatchObject({ status: 413, body: { error: { code: 'too_large' } } })
    expect((await call('GET', 'note', { $columns: 'title' })).body.data).toEqual(notes)
    const same = notes.map(({ id, title }) => ({ id, title }))
    expect((await call('PUT', 'note', { $columns: 'title' }, same)).status).toBe(200)
  })

  test('an export has all rows', async () => {
    const query = new URLSearchParams({ $projectId: projectId, format: 'json' })
    const answer = await fetch(`${inject('server').address}/api/data/note/export?${query}`, {
      headers: { authorization: `Bearer ${owner.token}` },
    })
    expect(answer.status).toBe(200)
    expect(await answer.json()).toHaveLength(NOTES)
  })

  test('a row with too many related rows is 413 and names the row', async () => {
    const query = { $withRelation: 'notes' }
    for (const { status, body } of [
      await call('GET', `shelf/${shelfId}`, query),
      await call('GET', 'shelf', query),
      await call('GET', 'shelf', { ...query, $version: 'v2', $cursor: '' }),
    ]) {
      expect(status).toBe(413)
      expect(body.error).toMatchObject({ code: 'too_large', details: { id: shelfId } })
      expect(body.error.message).toContain('$columns')
    }
    expect((await call('GET', `shelf/${shelfId}`)).status).toBe(200)
  })

  let largeBook: Promise<string> | undefined
  const createLargeBook = async () => {
    const id = await create('book', {})
    const text = 'y'.repeat(3.5 * 1024 * 1024)
    for (const column of long) {
      const changed = await call('PUT', 'book', { $columns: 'id' }, [{ id, [column]: { text } }])
      expect(changed.status, JSON.stringify(changed.body.error)).toBe(200)
    }
    return id
  }
  const aLargeBook = () => {
    largeBook ??= createLargeBook()
    return largeBook
  }

  test('a row above the limit is 413 and names the row, unless columns are left out', async () => {
    const id = await aLargeBook()
    const paths = [
      ['book', {}],
      ['book', { $version: 'v2', $cursor: '' }],
      [`book/${id}`, {}],
    ] as const
    for (const [path, query] of paths) {
      const { status, body } = await call('GET', path, query)
      expect(status).toBe(413)
      expect(body.error).toMatchObject({ code: 'too_large', details: { id, maxBytes: LIMIT } })
      expect(body.error.message).toContain(id)
      expect((await call('GET', path, { ...query, $columns: 'one,two' })).status).toBe(200)
    }
  })

  test('a saved row above the limit is saved, and only its id is returned', async () => {
    const id = await aLargeBook()
    const save = (label: string, query = {}) =>
      call('PUT', `book/${id}`, query, { label }, { 'idempotency-key': `${id}-${label}` })
    const first = await save('new')
    expect(first).toMatchObject({ status: 200, body: { data: { id }, truncated: true } })
    expect(Object.keys(first.body.data)).toEqual(['id'])
    expect(first.body.message).toContain('The row was saved')
    const read = () => call('GET', `book/${id}`, { $columns: 'label' })
    expect((await read()).body.data).toMatchObject({ label: 'new' })
    expect((await save('new')).body).toEqual(first.body)
    const small = await save('newer', { $columns: 'label' })
    expect(small.body).toEqual({ data: { id, label: 'newer' } })
    const related = await call('PUT', `shelf/${shelfId}`, { $withRelation: 'notes' }, { name: 'x' })
    expect(related).toMatchObject({ status: 200, body: { data: { id: shelfId }, truncated: true } })
    expect((await call('GET', `shelf/${shelfId}`)).body.data).toMatchObject({ name: 'x' })
  })

  test('a raw query stops at the limit and says so', async () => {
    const ask = (query: string) => call('POST', 'note', {}, { query })
    const whole = await ask('select title from note order by title')
    expect(whole.body.data).toHaveLength(NOTES)
    expect(whole.body).not.toHaveProperty('truncated')
    const cut = await ask('select title, body from note')
    expect(cut.status).toBe(200)
    expect(cut.body.truncated).toBe(true)
    expect(cut.body.data).toHaveLength(19)
    const huge =
      database === 'postgres'
        ? `select repeat('a', 12000000) as a from note`
        : 'select hex(zeroblob(6000000)) as a from note'
    const none = await ask(huge)
    expect(none).toMatchObject({ status: 200, body: { data: [], truncated: true } })
    const many = Array.from({ length: 3 }, () => 'note').map((name, at) => `${name} n${at}`)
    const rows = await ask(`select 1 as a from ${many.join(', ')}`)
    expect(rows.body.data).toHaveLength(1000)
    expect(rows.body.truncated).toBe(true)
    expect((await ask('select 1 as a')).status).toBe(200)
  })
})
