import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { useLibrary } from '../testing/use-library.ts'

/** Lists, bulk changes and relations over HTTP, on both databases. */
describe.each(['postgres', 'sqlite3'] as const)('rows on %s', (database) => {
  const { by, send, newBook } = useLibrary(database)

  describe('a list', () => {
    let shelf: string
    const titles = (answer: { body: { data: unknown } }) =>
      (answer.body.data as { title: string }[]).map(({ title }) => title)

    beforeAll(async () => {
      const made = await send('POST', 'shelf', { ...by('ann'), body: { name: 'Long shelf' } })
      shelf = (made.body.data as { id: string }).id
      for (const [at, title] of ['c', 'a', 'b', 'e', 'd'].entries())
        await newBook(at < 3 ? 'ann' : 'bob', { title, shelf, pages: at, code: randomUUID() })
    })
    const $filter = () => `shelf = "${shelf}"`

    test('contains the rows that the rule allows, filtered and sorted', async () => {
      const query = { $filter: $filter(), $sort: '+title' }
      expect(titles(await send('GET', 'book', { ...by('ann'), query }))).toEqual(['a', 'b', 'c'])
      expect(titles(await send('GET', 'book', { ...by('owner'), query }))).toEqual([...'abcde'])
      expect(titles(await send('GET', 'book', { query }))).toEqual([])
    })

    test('is paged by number and by cursor without repeating a row', async () => {
      const query = { $filter: $filter(), $sort: '-title', $version: 'v2', $limit: '2' }
      const first = await send('GET', 'book', { ...by('owner'), query })
      expect(first.body).toMatchObject({ page: 1, limit: 2, total: 5, hasMore: true })
      const second = await send('GET', 'book', { ...by('owner'), query: { ...query, $page: '2' } })
      const $cursor = String(first.body.cursor)
      const after = await send('GET', 'book', { ...by('owner'), query: { ...query, $cursor } })
      expect(titles(second)).toEqual(['c', 'b'])
      expect(titles(after)).toEqual(['c', 'b'])
      const past = await send('GET', 'book', { ...by('owner'), query: { ...query, $page: '9' } })
      expect(past.body).toMatchObject({ data: [], total: 5, hasMore: false, cursor: null })
      const uncounted = { ...query, $count: 'false' }
      expect((await send('GET', 'book', { ...by('owner'), query: uncounted })).body.total).toBe(
        undefined,
      )
    })

    test.each([
      { name: 'whole rows', query: { $sort: '-title' } },
      { name: 'without the sort column', query: { $sort: '-title', $columns: 'id' } },
      { name: 'sorted by a related row', query: { $sort: 'shelf.name,-pages' } },
      { name: 'with a total', query: { $sort: 'pages', $count: 'true' } },
    ])('can be read to its end by cursors: $name', async ({ query }) => {
      const asked = { $filter: $filter(), $version: 'v2', $count: 'false', ...query }
      const whole = await send('GET', 'book', { ...by('owner'), query: asked })
      const walked: unknown[] = []
      for (let $cursor: string | undefined; ; ) {
        const step = { ...asked, $limit: '2', ...($cursor && { $cursor }) }
        const { body } = await send('GET', 'book', { ...by('owner'), query: step })
        walked.push(...(body.data as unknown[]))
        expect(body.hasMore).toBe(body.cursor !== null)
        if (!body.hasMore) break
        $cursor = String(body.cursor)
      }
      expect(walked).toHaveLength(5)
      expect(walked).toEqual(whole.body.data)
    })

    test('returns the requested columns and relations', async () => {
      const query = {
        $filter: $filter(),
        $sort: 'title',
        $columns: 'title,expand.shelf.name',
        $limit: '1',
      }
      const answer = await send('GET', 'book', { ...by('ann'), query })
      expect(answer.body.data).toEqual([
        {
          id: expect.any(String),
          title: 'a',
          expand: { shelf: { id: shelf, name: 'Long shelf' } },
        },
      ])
    })

    test('expands only rows that the caller may view', async () => {
      const query = { $withRelation: 'books' }
      const own = await send('GET', `shelf/${shelf}`, { ...by('bob'), query })
      const { expand } = own.body.data as { expand: { books: { title: string }[] } }
      expect(expand.books.map(({ title }) => title).sort()).toEqual(['d', 'e'])
    })

    test('a filter through a relation matches only rows that may be listed (R5)', async () => {
      const query = { $filter: 'books.title ?= "e"' }
      expect((await send('GET', 'shelf', { ...by('bob'), query })).body.data).toHaveLength(1)
      expect((await send('GET', 'shelf', { ...by('ann'), query })).body.data).toHaveLength(0)
    })

    test.each([
      {
        name: 'an unknown column',
        query: { $filter: 'nothing = 1' },
        says: '$filter: Column with name nothing not found in table book (column 1)',
      },
      {
        name: 'a hidden column like an unknown one (R3)',
        query: { $filter: 'secret = 1' },
        says: '$filter: Column with name secret not found in table book (column 1)',
      },
      {
        name: 'a hashed column',
        query: { $sort: 'pin' },
        says: 'Column with name pin not found in table book',
      },
      {
        name: 'a hidden column in $columns',
        query: { $columns: 'secret' },
        says: 'Column with name secret not found in table book',
      },
      { name: 'an incomplete expression', query: { $filter: 'title =' }, says: '(column 8)' },
      {
        name: 'a root that filters do not have',
        query: { $filter: '@request.auth.id = ""' },
        says: '$filter',
      },
      {
        name: 'a column that is not a relation',
        query: { $withRelation: 'title' },
        says: 'is not a relation',
      },
      { name: 'an invalid cursor', query: { $cursor: 'abc' }, says: '$cursor' },
    ])('rejects $name', async ({ query, says }) => {
      const answer = await send('GET', 'book', { ...by('ann'), query })
      expect(answer.status).toBe(400)
      expect(answer.body.error.message).toContain(says)
    })
  })

  describe('many rows at once', () => {
    test('are updated together, each with its own values', async () => {
      const [one, two] = [await newBook('ann'), await newBook('ann')]
      const body = [
        { id: one.id, title: 'one' },
        { id: two.id, title: 'two', pages: 2 },
      ]
      const answer = await send('PUT', 'book', { ...by('ann'), body })
      expect(answer.body.data).toMatchObject([{ title: 'one' }, { title: 'two', pages: 2 }])
    })

    test('are not updated if one of them is denied', async () => {
      const [one, foreign] = [await newBook('ann'), await newBook('bob')]
      const body = [
        { id: one.id, title: 'one' },
        { id: foreign.id, title: 'two' },
      ]
      expect((await send('PUT', 'book', { ...by('ann'), body })).status).toBe(404)
      const read = await send('GET', `book/${one.id}`, by('ann'))
      expect(read.body.data).toMatchObject({ title: 'A book' })
      const ids = [one.id, foreign.id]
      expect((await send('DELETE', 'book', { ...by('ann'), body: ids })).status).toBe(404)
      expect((await send('GET', `book/${one.id}`, by('ann'))).status).toBe(200)
      expect((await send('DELETE', 'book', { ...by('owner'), body: ids })).status).toBe(200)
    })

    test.each([
      { name: 'without an id', body: [{ title: 'x' }], path: '0.id' },
      { name: 'with a wrong value', body: [{ id: randomUUID(), pages: 'x' }], path: '0.pages' },
    ])('are rejected $name', async ({ body, path }) => {
      const answer = await send('PUT', 'book', { ...by('ann'), body })
      expect(answer.status).toBe(422)
      expect(answer.body.error.details).toMatchObject([{ path }])
    })

    test('1,000 are updated at once, 1,001 are rejected', async () => {
      const id = () => randomUUID()
      const many = Array.from({ length: 1001 }, () => ({ id: id(), title: 'x' }))
      expect((await send('PUT', 'book', { ...by('owner'), body: many })).status).toBe(422)
      expect((await send('PUT', 'book', { ...by('owner'), body: many.slice(1) })).status).toBe(404)
    })
  })

  describe('relations', () => {
    test('to many keep their order and are visible from both sides', async () => {
      const tags: string[] = []
      for (const name of ['x', 'y', 'z']) {
        const made = await send('POST', 'tag', { ...by('ann'), body: { name } })
        tags.push((made.body.data as { id: string }).id)
      }
      const book = await newBook('ann', { tags: [tags[2], tags[0]] })
      expect(book.tags).toEqual([tags[2], tags[0]])
      const seen = await send('GET', `tag/${tags[0]}`, by('ann'))
      expect(seen.body.data).toMatchObject({ books: [book.id] })
      const body = { tags: [tags[1]] }
      const changed = await send('PUT', `book/${book.id}`, { ...by('ann'), body })
      expect(changed.body.data).toMatchObject(body)
    })

    test('rejects deleting a row that others require with their number; optional links are removed', async () => {
      const made = await send('POST', 'shelf', { ...by('ann'), body: { name: 'Needed' } })
      const { id } = made.body.data as { id: string }
      const book = await newBook('ann', { shelf: id })
      const slip = await send('POST', 'slip', { ...by('ann'), body: { shelf: id } })
      const refused = await send('DELETE', `shelf/${id}`, by('ann'))
      expect(refused.status).toBe(409)
      expect(refused.body.error.details).toMatchObject({ count: 1, table: 'slip' })
      await send('DELETE', `slip/${(slip.body.data as { id: string }).id}`, by('ann'))
      expect((await send('DELETE', `shelf/${id}`, by('ann'))).status).toBe(200)
      expect((await send('GET', `book/${book.id}`, by('ann'))).body.data).toMatchObject({
        shelf: null,
      })
    })
  })
})
