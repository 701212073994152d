import { beforeAll, describe, expect, test } from 'vitest'
import { follow, type LivePlace, livePlace } from './testing/live-place.ts'
import { requestStream } from './testing/open-stream.ts'

describe.each(['sqlite3', 'postgres'] as const)('a stream of changes on %s', (database) => {
  let place: LivePlace
  beforeAll(async () => {
    place = await livePlace(database)
  })

  test('sends what its subscriber may see of the old and of the new row', async () => {
    const [ann, bob] = [await place.newUser(), await place.newUser()]
    const [hers, his] = [
      await follow(place, { token: ann.token }),
      await follow(place, { token: bob.token }),
    ]
    const { id } = await place.create({ title: 'one', owner: ann.userId, secret: 'canary' })
    await place.update(id, { title: 'two' })
    await place.update(id, { status: 'public' })
    await place.update(id, { owner: bob.userId, status: '' })
    const other = await place.create({ title: 'other', owner: bob.userId })
    await place.remove(id)
    const last = await place.create({ title: 'last', status: 'public' })
    const isLast = ({ data }: { data: { id?: string } }) => data.id === last.id
    const brief = ({ data: { type, id, row, entered } }: { data: Record<string, unknown> }) => [
      type,
      id,
      (row as { title?: string } | undefined)?.title,
      entered,
    ]
    const [seenByHer, seenByHim] = [await hers.until(isLast), await his.until(isLast)]
    expect(seenByHer.map(brief)).toEqual([
      ['create', id, 'one', undefined],
      ['update', id, 'two', undefined],
      ['update', id, 'two', undefined],
      ['leave', id, undefined, undefined],
      ['create', last.id, 'last', undefined],
    ])
    expect(seenByHim.map(brief)).toEqual([
      ['create', id, 'two', true],
      ['update', id, 'two', undefined],
      ['create', other.id, 'other', undefined],
      ['delete', id, undefined, undefined],
      ['create', last.id, 'last', undefined],
    ])
    const all = [...seenByHer, ...seenByHim]
    expect(JSON.stringify(all)).not.toContain('canary')
    expect(all.every(({ id: name, data }) => name === data.position)).toBe(true)
    hers.close()
    his.close()
  })

  test('sends rows as a list returns them, to users and to staff', async () => {
    const ann = await place.newUser()
    const tokens = [ann.token, place.owner.token, undefined]
    const streams = await Promise.all(tokens.map((token) => follow(place, { token })))
    const sent = {
      title: 'Größe "1"\n2',
      owner: ann.userId,
      status: 'public',
      count: 12,
      price: 0.1,
      isDone: true,
      due: '2026-03-04T05:06:07.000Z',
      more: { a: [1, null, 'x'], b: { c: 'ü' } },
      tags: ['c', 'a'],
      secret: 'hidden',
    }
    for (const body of [sent, { title: 'bare', status: 'public' }]) {
      const { id } = await place.create(body)
      for (const [at, stream] of streams.entries()) {
        const { data } = await stream.next('change')
        const query = { $filter: `id = "${id}"` }
        const listed = (await place.list(tokens[at], query)).body.data as object[]
        expect(data.row).toEqual(listed[0])
        expect(Object.keys(data.row)).toEqual(Object.keys(listed[0] ?? {}))
      }
    }
    for (const stream of streams) stream.close()
  })

  test('applies the filter to the old and to the new row', async () => {
    const stream = await follow(place, {
      token: (await place.newUser()).token,
      subscription: { filter: 'count > 5 && title ~ "f"' },
    })
    const { id } = await place.create({ title: 'few', count: 1, status: 'public' })
    await place.update(id, { count: 9 })
    await place.update(id, { count: 10 })
    await place.update(id, { title: 'no' })
    const { id: last } = await place.create({ title: 'f', count: 6, status: 'public' })
    const all = await stream.until(({ data }) => data.id === last)
    const changes = all.filter(({ event }) => event === 'change')
    expect(changes.map(({ data }) => [data.type, data.entered ?? false])).toEqual([
      ['create', true],
      ['update', false],
      ['leave', false],
      ['create', false],
    ])
    stream.close()
  })

  test('resumes after a position without a gap, and once', async () => {
    const { token } = await place.newUser()
    const first = await follow(place, { token })
    const { id } = await place.create({ title: 'seen', status: 'public' })
    const seen = await first.next('change')
    first.close()
    await place.update(id, { title: 'missed' })
    await place.remove(id)
    const headers = { 'last-event-id': String(seen.id) }
    const second = await follow(place, { token, headers })
    expect(second.position).toBe(seen.id)
    const { id: last } = await place.create({ title: 'after', status: 'public' })
    const all = await second.until(({ data }) => data.id === last)
    // A row that was deleted has no values to send.
    const changes = all.filter(({ event }) => event === 'change')
    expect(changes.map(({ data }) => [data.type, data.id])).toEqual([
      ['delete', id],
      ['create', last],
    ])
    second.close()
    const named = await follow(place, { token, subscription: { after: String(seen.id) } })
    expect((await named.next('change')).data).toMatchObject({ id, type: 'delete' })
    named.close()
  })

  test.each<[string, (parts: string[]) => string]>([
    ['of another epoch', ([, number, signature]) => `0123456789abcdef.${number}.${signature}`],
    ['in the future', ([epoch, , signature]) => `${epoch}.999999999.${signature}`],
    [
      'before its own',
      ([epoch, number, signature]) => `${epoch}.${Number(number) - 1}.${signature}`,
    ],
    ['of a range', ([epoch, number, signature]) => `${epoch}.${number}.${signature}.1.0`],
    ['without a signature', ([epoch, number]) => `${epoch}.${number}`],
    ['that is none', () => 'x'.repeat(80)],
    ['with a huge number', ([epoch, , signature]) => `${epoch}.9999999999999999.${signature}`],
  ])('resets a position %s and goes on from now', async (_name, forge) => {
    const { position, close } = await follow(place, { token: place.owner.token })
    close()
    const headers = { 'last-event-id': forge(position.split('.')) }
    const subscriptions = [{ id: 's', table: 'note' }]
    const stream = await place.open({ token: place.owner.token, headers, subscriptions })
    expect((await stream.next('reset')).data).toEqual({ subscription: 's', reason: 'position' })
    await stream.next('subscribed')
    const { id } = await place.create({ title: 'now' })
    expect((await stream.next('change')).data).toMatchObject({ id, type: 'create' })
    stream.close()
  })

  test('sends one event for all subscriptions of a connection that match', async () => {
    const subscriptions = [
      { id: 'all', table: 'note' },
      { id: 'some', table: 'note', filter: 'title = "both"' },
    ]
    // Rows of staff may be read for each filter.
    const { token } = await place.newUser()
    const stream = await place.open({ token, subscriptions })
    await stream.next('subscribed')
    await stream.next('subscribed')
    await place.create({ status: 'public', title: 'both' })
    await place.create({ status: 'public', title: 'one' })
    expect((await stream.next('change')).data.subscriptions).toEqual(['all', 'some'])
    expect((await stream.next('change')).data.subscriptions).toEqual(['all'])
    stream.close()
  })

  test('follows one row under its view rule', async () => {
    const { id } = await place.create({ title: 'this' })
    const stream = await follow(place, {
      token: place.owner.token,
      subscription: { row: id, rows: true },
    })
    await place.create({ title: 'other' })
    await place.update(id, { title: 'changed' })
    const { data } = await stream.next('change')
    expect(data).toMatchObject({ id, type: 'update', row: { title: 'changed' } })
    stream.close()
  })

  test('refuses subscriptions on the stream, and calls before it', async () => {
    const ann = await place.newUser()
    const subscriptions = [
      { id: 'none', table: 'nothing' },
      { id: 'quiet', table: 'quiet' },
      { id: 'filter', table: 'note', filter: 'nothing = 1' },
      { id: 'hidden', table: 'note', filter: 'secret = "canary"' },
      { id: 'good', table: 'note' },
    ]
    const stream = await place.open({ token: ann.token, subscriptions })
    const found = await stream.until(({ event }) => event === 'subscribed')
    const refused = found.filter(({ event }) => event === 'error')
    const codes = refused.map(({ data }) => [data.subscription, data.error.code])
    expect(codes).toEqual([
      ['none', 'not_found'],
      ['quiet', 'bad_request'],
      ['filter', 'bad_request'],
      ['hidden', 'bad_request'],
    ])
    stream.close()
    const { projectId } = place
    const many = Array.from({ length: 101 }, (_, at) => ({ id: `s${at}`, table: 'note' }))
    const statuses = await Promise.all(
      [
        { query: { subscriptions: '{' } },
        { query: { subscriptions: '{}' } },
        { query: { subscriptions: '[{"id":"a b","table":"note"}]' } },
        { query: { subscriptions: '[{"id":"a","table":"note"},{"id":"a","table":"note"}]' } },
        { subscriptions: many },
        { query: { subscriptions: 'x'.repeat(8_193) } },
        { token: `plu_${'x'.repeat(43)}` },
        { token: (await place.newUser()).token, query: { $projectId: 'prj_none' } },
      ].map(async (options) => {
        const answer = await requestStream({ projectId, ...options })
        await answer.body?.cancel()
        return answer.status
      }),
    )
    expect(statuses).toEqual([400, 422, 422, 409, 422, 400, 401, 422])
  })
})
