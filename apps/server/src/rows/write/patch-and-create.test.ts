import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { useLibrary } from '../testing/use-library.ts'

describe.each(['postgres', 'sqlite3'] as const)('rows on %s', (database) => {
  const { library, by, send, newBook } = useLibrary(database)

  test('PATCH changes the sent fields, as PUT does', async () => {
    const book = await newBook('ann', { title: 'Old', pages: 7 })
    const body = { title: 'New' }
    const changed = await send('PATCH', `book/${book.id}`, { ...by('ann'), body })
    expect(changed.status).toBe(200)
    expect(changed.body.data).toMatchObject({ id: book.id, title: 'New', pages: 7 })
    const headers = { 'if-match': `"${book.updatedOn}"` }
    const stale = await send('PATCH', `book/${book.id}`, { ...by('ann'), body, headers })
    expect([stale.status, stale.body.error.code]).toEqual([409, 'stale'])
  })

  test.each([
    ['of another user', 'bob', { title: 'Mine' }, 404],
    ['with an unknown field', 'ann', { titel: 'x' }, 422],
  ] as const)('rejects PATCH %s', async (_, who, body, status) => {
    const { id } = await newBook('ann')
    expect((await send('PATCH', `book/${id}`, { ...by(who), body })).status).toBe(status)
  })

  test('a created row is answered with 201 in version 2, also when the request is repeated', async () => {
    const body = { title: 'One', status: 'draft', author: library().ann.id }
    const create = (query: Record<string, string>, headers = {}) =>
      send('POST', 'book', { ...by('ann'), query, headers, body })
    expect((await create({})).status).toBe(200)
    const headers = { 'idempotency-key': randomUUID() }
    const first = await create({ $version: 'v2' }, headers)
    expect(first.status).toBe(201)
    const again = await create({ $version: 'v2' }, headers)
    expect([again.status, again.body.data]).toEqual([201, first.body.data])
    const refused = await send('POST', 'book', {
      ...by('ann'),
      query: { $version: 'v2' },
      body: {},
    })
    expect(refused.status).toBe(422)
  })
})
