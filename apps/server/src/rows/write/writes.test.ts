import { randomUUID } from 'node:crypto'
import { listAudit } from '@plinth/contract'
import { describe, expect, test } from 'vitest'
import { sendFrom } from '../../app/testing/send-from.ts'
import type { Answered } from '../testing/shelf.ts'
import { useLibrary } from '../testing/use-library.ts'

/** What is written beside rows in the same transaction: answers that are repeated, and who changed what. */
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
        // Another content under a guest's key is another guest's request.
        expect((await send('POST', 'shelf', other)).status).toBe(who === 'guest' ? 200 : 422)
      },
    )

    describe('of guests', () => {
      /** As a guest at an address of this machine. */
      const from = (localAddress: string, key: string, body: object) =>
        sendFrom(localAddress, {
          path: `/api/data/shelf?$projectId=${library().projectId}`,
          headers: { 'idempotency-key': key },
          body,
        })
      const idIn = (answer: { body: unknown }) => (answer.body as { data: { id: string } }).data.id

      test('separates two who use the same key for other rows', async () => {
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
      ])('under a guessable key, an equal request of $device: $isRepeat', async (each) => {
        const name = randomUUID()
        const key = 'order-1'
        const first = await from('127.0.0.1', key, { name })
        const again = await from(each.second, key, { name })
        expect([first.status, again.status]).toEqual([200, 200])
        expect(idIn(again) === idIn(first)).toBe(each.isRepeat)
        expect(await shelves(name)).toHaveLength(each.isRepeat ? 1 : 2)
      })

      test('under a random key, a request repeated from another network happens once', async () => {
        const [key, name] = [randomUUID(), randomUUID()]
        const first = await from('127.0.0.1', key, { name })
        expect(idIn(await from('127.0.0.2', key, { name }))).toBe(idIn(first))
        expect(await shelves(name)).toHaveLength(1)
      })
    })

    test('holds under a hundred at once: one row, the others the same answer or 409', async () => {
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

    test('lets an acknowledged delete stay acknowledged', async () => {
      const id = idOf(await send('POST', 'shelf', { ...by('ann'), body: { name: 'x' } }))
      const sending = { ...by('ann'), ...keyed(randomUUID()) }
      expect((await send('DELETE', `shelf/${id}`, sending)).status).toBe(200)
      expect((await send('DELETE', `shelf/${id}`, sending)).status).toBe(200)
      expect((await send('DELETE', `shelf/${id}`, by('ann'))).status).toBe(404)
    })

    test('is not kept for what was refused, and is its caller’s own', async () => {
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

  test('what staff change is recorded with both sides; what app users change is not (R43)', async () => {
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
