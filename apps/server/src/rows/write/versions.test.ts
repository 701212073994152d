import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Answered } from '../testing/shelf.ts'
import { type Book, useLibrary } from '../testing/use-library.ts'

interface StaleDetails {
  rows: { id: string; updatedOn: string | null; theirs: Book | null; yours: unknown }[]
}

/** Optimistic concurrency of bulk writes: a change that the caller has not seen is never overwritten. */
describe.each(['postgres', 'sqlite3'] as const)('versions of rows on %s', (database) => {
  const { by, send, newBook } = useLibrary(database)
  const versioned = ({ id, updatedOn }: Book) => ({ id, updatedOn })
  const stale = ({ status, body }: Answered) => {
    expect(status, JSON.stringify(body)).toBe(409)
    expect(body.error.code).toBe('stale')
    return (body.error.details as StaleDetails).rows
  }
  const retitle = async (book: Book, title: string) => {
    const changed = await send('PUT', `book/${book.id}`, { ...by('ann'), body: { title } })
    expect(changed.status).toBe(200)
    return changed.body.data as Book
  }
  const titleOf = async ({ id }: Book) => {
    const read = await send('GET', `book/${id}`, by('owner'))
    return read.status === 200 ? (read.body.data as Book).title : read.status
  }

  test('two changes within one millisecond have different versions', async () => {
    const book = await newBook('ann')
    const seen = new Set([book.updatedOn])
    const all = Array.from({ length: 30 }, (_, at) => retitle(book, `t${at}`))
    for (const { updatedOn } of await Promise.all(all)) seen.add(updatedOn)
    expect(seen.size).toBe(31)
  })

  test('updates many rows with matching versions and returns the new ones', async () => {
    const [one, two] = [await newBook('ann'), await newBook('ann')]
    const body = [
      { ...versioned(one), title: 'one' },
      { ...versioned(two), title: 'two' },
    ]
    const answer = await send('PUT', 'book', { ...by('ann'), body })
    expect(answer.body.data).toMatchObject([{ title: 'one' }, { title: 'two' }])
    const again = await send('PUT', 'book', { ...by('ann'), body })
    expect(stale(again).map(({ id }) => id)).toEqual([one.id, two.id])
  })

  test.each(['ann', 'owner'] as const)(
    'one stale row rejects the whole update of %s and is reported with both sides',
    async (who) => {
      const [one, two] = [await newBook('ann'), await newBook('ann')]
      const theirs = await retitle(two, 'theirs')
      const body = [
        { ...versioned(one), title: 'mine' },
        { ...versioned(two), title: 'mine too' },
      ]
      const [row, ...others] = stale(await send('PUT', 'book', { ...by(who), body }))
      expect(others).toEqual([])
      expect(row).toMatchObject({
        id: two.id,
        updatedOn: theirs.updatedOn,
        theirs: { title: 'theirs' },
        yours: { title: 'mine too' },
      })
      expect(await titleOf(one)).toBe('A book')
      const rebased = [body[0], { ...versioned(theirs), title: 'mine too' }]
      expect((await send('PUT', 'book', { ...by(who), body: rebased })).status).toBe(200)
    },
  )

  test('updates rows without a version unconditionally', async () => {
    const [one, two] = [await newBook('ann'), await newBook('ann')]
    await retitle(two, 'theirs')
    const body = [
      { ...versioned(one), title: 'mine' },
      { id: two.id, title: 'over it' },
    ]
    expect((await send('PUT', 'book', { ...by('ann'), body })).status).toBe(200)
  })

  test('of twenty concurrent bulk updates of the same rows exactly one succeeds', async () => {
    const books = await Promise.all(Array.from({ length: 5 }, () => newBook('ann')))
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) => {
        // Reversed, so that writers lock the rows in different orders.
        const order = at % 2 === 0 ? books : books.toReversed()
        const body = order.map((book) => ({ ...versioned(book), title: `w${at}` }))
        return send('PUT', 'book', { ...by('ann'), body })
      }),
    )
    const taken = answers.flatMap(({ status }, at) => (status === 200 ? [at] : []))
    expect(taken).toHaveLength(1)
    for (const answer of answers) if (answer.status !== 200) stale(answer)
    for (const book of books) expect(await titleOf(book)).toBe(`w${taken[0]}`)
  })

  test('a stale row rejects the whole bulk delete', async () => {
    const [one, two] = [await newBook('ann'), await newBook('ann')]
    const theirs = await retitle(two, 'theirs')
    const body = [versioned(one), versioned(two)]
    const rows = stale(await send('DELETE', 'book', { ...by('ann'), body }))
    expect(rows).toMatchObject([{ id: two.id, theirs: { title: 'theirs' }, yours: null }])
    expect(await titleOf(one)).toBe('A book')
    const seen = [one.id, versioned(theirs)]
    expect((await send('DELETE', 'book', { ...by('ann'), body: seen })).status).toBe(200)
    expect(await titleOf(two)).toBe(404)
  })

  test('reports a deleted row to staff, and 404 to others', async () => {
    const [one, two] = [await newBook('ann'), await newBook('ann')]
    await send('DELETE', `book/${two.id}`, by('ann'))
    const rows = [one, two].map((book) => ({ ...versioned(book), title: 'x' }))
    const conflict = stale(await send('PUT', 'book', { ...by('owner'), body: rows }))
    expect(conflict).toEqual([{ id: two.id, updatedOn: null, theirs: null, yours: { title: 'x' } }])
    const ids = [one, two].map(versioned)
    expect(stale(await send('DELETE', 'book', { ...by('owner'), body: ids }))).toHaveLength(1)
    expect((await send('PUT', 'book', { ...by('ann'), body: rows })).status).toBe(404)
    expect((await send('DELETE', 'book', { ...by('ann'), body: ids })).status).toBe(404)
  })

  test('a version reveals nothing about a hidden row (R1)', async () => {
    const hidden = await newBook('bob')
    const wrong = { ...versioned(hidden), updatedOn: '2001-01-01T00:00:00.000Z' }
    const none = { id: randomUUID(), updatedOn: hidden.updatedOn }
    for (const [method, more] of [
      ['PUT', { title: 'x' }],
      ['DELETE', {}],
    ] as const) {
      const answers: Answered[] = []
      for (const row of [versioned(hidden), wrong, none])
        answers.push(await send(method, 'book', { ...by('ann'), body: [{ ...row, ...more }] }))
      const errors = answers.map(({ status, body }) => ({ status, ...body.error, requestId: '' }))
      expect(new Set(errors.map((one) => JSON.stringify(one))).size).toBe(1)
      expect(errors[0]).toMatchObject({ status: 404 })
    }
  })

  test.each(['yesterday', '', 7, null])('rejects %j as a version', async (updatedOn) => {
    const book = await newBook('ann')
    const body = [{ id: book.id, title: 'x', updatedOn }]
    const put = await send('PUT', 'book', { ...by('ann'), body })
    expect(put.status).toBe(422)
    expect(put.body.error.details).toMatchObject([{ path: '0.updatedOn' }])
    const gone = await send('DELETE', 'book', { ...by('ann'), body: [{ id: book.id, updatedOn }] })
    expect(gone.status).toBe(422)
  })
})
