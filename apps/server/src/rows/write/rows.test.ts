import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { eventually } from '../../app/testing/eventually.ts'
import { setDoor } from '../testing/shelf.ts'
import { useLibrary } from '../testing/use-library.ts'

/** Single rows over HTTP, on both databases. */
describe.each(['postgres', 'sqlite3'] as const)('rows on %s', (database) => {
  const { library, by, send, newBook } = useLibrary(database)

  describe('one row', () => {
    test('is created with defaults and never shows hidden or hashed columns (R2)', async () => {
      const book = await newBook('ann', { pin: '1234', data: { a: [1, null, 'ü'] } })
      expect(book).toMatchObject({ title: 'A book', pages: 0, data: { a: [1, null, 'ü'] } })
      expect(Object.keys(book)).not.toContain('secret')
      expect(Object.keys(book)).not.toContain('pin')
      const read = await send('GET', `book/${book.id}`, by('ann'))
      expect(read.body.data).toEqual(book)
      const seen = await send('GET', `book/${book.id}`, by('owner'))
      expect(Object.keys(seen.body.data)).toContain('secret')
      expect(Object.keys(seen.body.data)).not.toContain('pin')
    })

    test.each([
      { name: 'of another user is not found', who: 'bob', status: 404 },
      { name: 'is not found by a guest', who: 'guest', status: 404 },
      { name: 'is found by its author', who: 'ann', status: 200 },
      { name: 'is found by staff', who: 'owner', status: 200 },
    ] as const)('$name', async ({ who, status }) => {
      const book = await newBook('ann')
      expect((await send('GET', `book/${book.id}`, by(who))).status).toBe(status)
    })

    test('that is hidden gets the same answer as one that does not exist (R1)', async () => {
      const book = await newBook('ann')
      const answers = await Promise.all(
        [book.id, randomUUID(), 'no-id'].map((id) => send('GET', `book/${id}`, by('bob'))),
      )
      const bodies = answers.map(({ body }) => ({ ...body.error, requestId: '' }))
      expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1)
    })

    test('merges sent values and gets a new updatedOn', async () => {
      const book = await newBook('ann', { pages: 3 })
      const changed = await send('PUT', `book/${book.id}`, { ...by('ann'), body: { title: 'New' } })
      expect(changed.body.data).toMatchObject({ title: 'New', pages: 3, createdOn: book.createdOn })
    })

    test.each([
      { name: 'its own author', who: 'ann', body: { title: 'x' }, status: 200 },
      {
        name: 'its author, but not the status (:changed)',
        who: 'ann',
        body: { status: 'open' },
        status: 404,
      },
      {
        name: 'its author, with the same status',
        who: 'ann',
        body: { status: 'draft' },
        status: 200,
      },
      {
        name: 'an editor, by a field of the user',
        who: 'eve',
        body: { status: 'open' },
        status: 200,
      },
      { name: 'another user', who: 'bob', body: { title: 'x' }, status: 404 },
      { name: 'nobody who would give it away', who: 'ann', body: { author: null }, status: 404 },
    ] as const)('is changed by $name', async ({ who, body, status }) => {
      const book = await newBook('ann')
      expect((await send('PUT', `book/${book.id}`, { ...by(who), body })).status).toBe(status)
    })

    test('rejects a stale update with both sides', async () => {
      const book = await newBook('ann')
      const headers = { 'if-match': `"${book.updatedOn}"` }
      const put = (title: string) =>
        send('PUT', `book/${book.id}`, { ...by('ann'), body: { title }, headers })
      // updatedOn has a resolution of milliseconds.
      await eventually(async () => Date.now() > Date.parse(book.updatedOn))
      expect((await put('first')).status).toBe(200)
      const late = await put('second')
      expect(late.status).toBe(409)
      expect(late.body.error).toMatchObject({
        code: 'stale',
        details: { theirs: { title: 'first' }, yours: { title: 'second' } },
      })
      const gone = await send('DELETE', `book/${book.id}`, { ...by('ann'), headers })
      expect(gone.body.error?.code).toBe('stale')
      const odd = { 'if-match': '"yesterday"' }
      expect((await send('DELETE', `book/${book.id}`, { ...by('ann'), headers: odd })).status).toBe(
        400,
      )
    })

    test('is deleted once, by a caller whom the rule allows', async () => {
      const book = await newBook('ann')
      expect((await send('DELETE', `book/${book.id}`, by('bob'))).status).toBe(404)
      expect((await send('DELETE', `book/${book.id}`, by('ann'))).status).toBe(200)
      expect((await send('DELETE', `book/${book.id}`, by('ann'))).status).toBe(404)
    })
  })

  describe('validation names the path of', () => {
    test.each([
      { name: 'a missing required field', body: {}, path: 'title' },
      { name: 'a text that is too long', body: { title: 'x'.repeat(41) }, path: 'title' },
      { name: 'a text for a number', body: { title: 'x', pages: '3' }, path: 'pages' },
      { name: 'a number below the minimum', body: { title: 'x', pages: -1 }, path: 'pages' },
      { name: 'an unknown field', body: { title: 'x', nothing: 1 }, path: 'nothing' },
      {
        name: 'a hidden field like an unknown one (R3)',
        body: { title: 'x', secret: 's' },
        path: 'secret',
      },
      {
        name: 'a field that the server sets (R22)',
        body: { title: 'x', id: randomUUID() },
        path: 'id',
      },
      {
        name: 'a relation to a missing row',
        body: { title: 'x', shelf: randomUUID() },
        path: 'shelf',
      },
      {
        name: 'an invalid date',
        body: { title: 'x', printedOn: '2025-02-30' },
        path: 'printedOn',
      },
    ])('$name', async ({ body, path }) => {
      const author = library().ann.id
      const made = await send('POST', 'book', { ...by('ann'), body: { author, ...body } })
      expect(made.status).toBe(422)
      expect(made.body.error.details).toContainEqual(expect.objectContaining({ path }))
    })

    test('rejects a duplicate unique value with 409 and the field', async () => {
      const code = randomUUID()
      await newBook('ann', { code })
      const body = { title: 'x', author: library().bob.id, code }
      const again = await send('POST', 'book', { ...by('bob'), body })
      expect(again.status).toBe(409)
      expect(again.body.error).toMatchObject({ code: 'conflict', details: [{ path: 'code' }] })
      expect(JSON.stringify(again.body)).not.toContain(code)
    })

    test('rejects changes of account fields outside the account calls', async () => {
      const body = { verified: true }
      const { id } = library().ann
      expect((await send('PUT', `user/${id}`, { ...by('ann'), body })).status).toBe(422)
      expect((await send('PUT', `user/${id}`, { ...by('ann'), body: { role: 'x' } })).status).toBe(
        200,
      )
      expect((await send('PUT', `user/${id}`, { ...by('owner'), body: { role: '' } })).status).toBe(
        200,
      )
    })
  })

  describe('rules', () => {
    test.each([
      { name: 'create on behalf of another: 403', method: 'POST', path: 'book', status: 403 },
      { name: 'a locked list: 403', method: 'GET', path: 'vault', status: 403 },
      { name: 'a locked create: 403', method: 'POST', path: 'vault', status: 403 },
      { name: 'an unknown table: 404', method: 'GET', path: 'nowhere', status: 404 },
    ])('$name', async ({ method, path, status }) => {
      const body = method === 'POST' ? { body: { title: 'x', author: library().bob.id } } : {}
      const answer = await send(method, path, { ...by('ann'), ...body })
      expect(answer.status).toBe(status)
      if (path === 'nowhere')
        expect(answer.body.error.message).toBe('Table with name nowhere not found')
    })

    test('a changed constant applies at once, and a rule without it denies (R7)', async () => {
      await send('POST', 'door', { body: { word: 'x' } })
      const seen = async () => ((await send('GET', 'door')).body.data as unknown[]).length
      expect(await seen()).toBe(1)
      for (const [value, count] of [
        ['shut', 0],
        ['open', 1],
        [undefined, 0],
      ] as const) {
        await setDoor(library().projectId, value)
        await eventually(async () => (await seen()) === count)
      }
      await setDoor(library().projectId, 'open')
    })

    test('staff bypass them', async () => {
      const made = await send('POST', 'vault', { ...by('owner'), body: { word: 'x' } })
      expect(made.status).toBe(200)
      expect((await send('GET', 'vault', by('owner'))).body.data).toHaveLength(1)
    })

    test('{query} is a row unless sent by staff (R12)', async () => {
      const body = { query: 'select 1' }
      const made = await send('POST', 'shelf', { ...by('ann'), body })
      expect(made.status).toBe(422)
      expect(made.body.error.message).toContain('Column with name query not found in table shelf')
    })
  })
})
