import { createKey } from '@plinth/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { send } from '../testing/shelf.ts'
import { type LivePlace, livePlace } from './testing/live-place.ts'

describe.each(['sqlite3', 'postgres'] as const)('a stream of changes on %s', (database) => {
  let place: LivePlace
  beforeAll(async () => {
    place = await livePlace(database)
  })

  test('gives a key what its grants allow', async () => {
    const { secret } = await place.owner.client.call(createKey, {
      params: { projectId: place.projectId },
      body: {
        name: 'Live',
        environment: 'dev',
        tables: [{ table: 'note', operations: ['list'] }],
      },
    })
    const subscriptions = [
      { id: 'row', table: 'note', row: crypto.randomUUID() },
      { id: 'list', table: 'note' },
    ]
    const stream = await place.open({ token: secret, subscriptions })
    expect((await stream.next('error')).data).toMatchObject({
      subscription: 'row',
      error: { code: 'forbidden' },
    })
    await stream.next('subscribed')
    await place.create({ title: 'not for keys' })
    const { id } = await place.create({ title: 'public', status: 'public' })
    expect((await stream.next('change')).data.id).toBe(id)
    stream.close()
  })

  test('changes the subscriptions of an open connection, for its own caller only', async () => {
    const [ann, bob] = [await place.newUser(), await place.newUser()]
    const stream = await place.open({ token: ann.token })
    const { connectionId } = (await stream.next('open')).data
    const query = { $projectId: place.projectId }
    const post = (token: string | undefined, body: object) =>
      send('POST', '$events', { token, query, body: { connectionId, ...body } })
    const subscribe = [{ id: 'a', table: 'note' }]
    const statuses = [
      await post(bob.token, { subscribe }),
      await post(undefined, { subscribe }),
      await post(ann.token, { connectionId: 'none', subscribe }),
      await post(ann.token, { subscribe }),
      await post(ann.token, { subscribe: [{ id: 'b b', table: 'note' }] }),
    ].map(({ status }) => status)
    expect(statuses).toEqual([404, 404, 404, 202, 422])
    await stream.next('subscribed')
    expect((await post(ann.token, { subscribe })).status).toBe(409)
    const { id } = await place.create({ status: 'public' })
    expect((await stream.next('change')).data.id).toBe(id)
    const ended = { unsubscribe: ['a'], subscribe: [{ id: 'c', table: 'note' }] }
    expect((await post(ann.token, ended)).status).toBe(202)
    await stream.next('subscribed')
    await place.update(id, { title: 'again' })
    expect((await stream.next('change')).data.subscriptions).toEqual(['c'])
    stream.close()
  })
})
