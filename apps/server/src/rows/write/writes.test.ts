import { randomUUID } from 'node:crypto'
import { listAudit } from '@plinth/contract'
import { describe, expect, test } from 'vitest'
import { sendFrom } from '../../app/testing/send-from.ts'
import type { Answered } from '../testing/shelf.ts'
import { useLibrary } from '../testing/use-library.ts'

/** Stored answers of Idempotency-Keys and audit entries, written in the same transaction as rows. */
describe.each(['postgres', 'sqlite3'] as const)('rows on %s', (database) => {
  const { library, by, send } = useLibrary(database)
  const idOf = ({ body }: Answered) => (body.data as { id: string }).id
  const shelves = async (name: string) => {
    const query = { $filter: `name = "${name}"` }
    return (await send('GET', 'shelf', { ...by('owner'), query })).body.data as unknown[]
  }

  describe('an Idempotency-Key', () => {
    const keyed = (key: string) => ({ headers: { 'idempotency-key': key } })

    test.each(['ann', 'owner', 'guest'] as const)(
      'of %s makes a create happen once',
      async (who) => {
        const [key, name] = [randomUUID(), randomUUID()]
        const make = () => send('POST', 'shelf', { ...by(who), ...keyed(key), body: { name } })
        const answers = [await make(), await make(), await make()]
        expect(new Set(answers.map(idOf)).size).toBe(1)
        expect(await shelves(name)).toHaveLength(1)
        const other = { ...by(who), ...keyed(key), body: { name: 'another' } }
        // Other content under the same key counts as another guest's request.
        expect((await send('POST', 'shelf', other)).status).toBe(who === 'guest' ? 200 : 422)
      },
    )

    describe('of guests', () => {
      /** Sends as a guest from a local IP address. */
      const from = (localAddress: string, key: string, body: object) =>
        sendFrom(localAddress, {
          path: `/api/data/shelf?$projectId=${library().projectId}`,
          headers: { 'idempotency-key': key },
          body,
        })
      const idIn = (answer: { body: unknown }) => (answer.body as { data: { id: string } }).data.id

      test('is separate for two guests who use the same key for different rows', async () => {
        const [one, two] = [randomUUID(), randomUUID()]
        const key = `order-${one}`
        const first = await from('127.0.0.1', key, { name: one })
        const second = await from('127.0.0.1', key, { name: two })
        expect([first.status, second.status]).toEqual([200, 200])
        expect([await shelves(one), await shelves(two)].map(({ length }) => length)).toEqual([1, 1])
      })

      test.each([
        { device: 'the same device', second: '127.0.0.1', isRepeat: true },
        { device: 'another device', second: '127.0.0.2', isRepeat: false },
      ])(
        'with a guessable key, an equal request of $device is a repeat: $isRepeat',
        async (each) => {
          const name = randomUUID()
          const key = 'order-1'
          const first = await from('127.0.0.1', key, { name })
          const again = await from(each.second, key, { name })
          expect([first.status, again.status]).toEqual([200, 200])
          expect(idIn(again) === idIn(first)).toBe(each.isRepeat)
          expect(await shelves(name)).toHaveLength(each.isRepeat ? 1 : 2)
        },
      )

      test('with a random key, a request repeated from another network happens once', async () => {
        const [key, name] = [randomUUID(), randomUUID()]
        const first = await from('127.0.0.1', key, { name })
        expect(idIn(await from('127.0.0.2', key, { name }))).toBe(idIn(first))
        expect(await shelves(name)).toHaveLength(1)
      })
    })

    test('of a hundred concurrent requests one creates the row, others get its answer or 409', async () => {
      const [key, name] = [randomUUID(), randomUUID()]
      const answers = await Promise.all(
        Array.from({ length: 100 }, () =>
          send('POST', 'shelf', { ...by('ann'), ...keyed(key), body: { name } }),
        ),
      )
      expect(new Set(answers.map(({ status }) => status))).toSatisfy((all: Set<number>) =>
        [...all].every((status) => status === 200 || status === 409),
      )
      const made = answers.filter(({ status }) => status === 200)
      expect(new Set(made.map(idOf)).size).toBe(1)
      expect(await shelves(name)).toHaveLength(1)
    })

    test('repeats the answer of a delete', async () => {
      const id = idOf(await send('POST', 'shelf', { ...by('ann'), body: { name: 'x' } }))
      const sending = { ...by('ann'), ...keyed(randomUUID()) }
      expect((await send('DELETE', `shelf/${id}`, sending)).status).toBe(200)
      expect((await send('DELETE', `shelf/${id}`, sending)).status).toBe(200)
      expect((await send('DELETE', `shelf/${id}`, by('ann'))).status).toBe(404)
    })

    test('is not stored for rejected requests, and belongs to its caller', async () => {
      const key = randomUUID()
      const put = (who: 'ann' | 'bob', pages: unknown) =>
        send('POST', 'book', {
          ...by(who),
          ...keyed(key),
          body: { title: 'x', author: library()[who].id, pages },
        })
      expect((await put('ann', 'no number')).status).toBe(422)
      const [one, two] = [await put('ann', 1), await put('bob', 1)]
      expect([one.status, two.status]).toEqual([200, 200])
      expect(idOf(one)).not.toBe(idOf(two))
      const odd = { ...by('ann'), headers: { 'idempotency-key': 'ü'.repeat(3) } }
      expect((await send('POST', 'shelf', { ...odd, body: {} })).status).toBe(400)
    })
  })

  test('audits changes by staff with both sides, but not those by app users (R43)', async () => {
    const entriesOf = async (rowId: string) => {
      const { entries } = await library().owner.client.call(listAudit, {
        params: { projectId: library().projectId },
        query: { area: 'row', person: library().owner.id },
      })
      return entries.filter(({ entity_id }) => entity_id === rowId)
    }
    const id = idOf(
      await send('POST', 'book', {
        ...by('owner'),
        body: { title: 'one', pin: 'a pin', secret: 's' },
      }),
    )
    await send('PUT', `book/${id}`, { ...by('owner'), body: { title: 'two' } })
    await send('PUT', 'book', { ...by('owner'), body: [{ id, title: 'three' }] })
    await send('PUT', `book/${id}`, { ...by('owner'), body: { pages: 'refused' } })
    await send('DELETE', 'book', { ...by('owner'), body: [id] })
    const entries = await entriesOf(id)
    expect(entries).toMatchObject([
      { action: 'deleted a row of book', before: { title: 'three' }, after: null },
      { action: 'updated a row of book', before: { title: 'two' }, after: { title: 'three' } },
      { action: 'updated a row of book', before: { title: 'one' }, after: { title: 'two' } },
      { action: 'created a row of book', before: null, after: { title: 'one', secret: 's' } },
    ])
    expect(JSON.stringify(entries)).not.toContain('a pin')
    expect(JSON.stringify(entries)).not.toContain('argon2')
    const own = idOf(await send('POST', 'shelf', { ...by('ann'), body: { name: 'mine' } }))
    expect(await entriesOf(own)).toEqual([])
  })
})
