import { expect, test } from 'vitest'
import { startBeside } from '../../app/testing/start-beside.ts'
import { follow, livePlace } from './testing/live-place.ts'

test('a stopping process tells its streams to reconnect, and another one goes on', async () => {
  const place = await livePlace('postgres')
  const { token } = await place.newUser()
  const server = await startBeside({ PLINTH_DRAIN_SECONDS: '2' })
  const { address } = server
  const stream = await follow(place, { token, address })
  const { id } = await place.create({ status: 'public' })
  const seen = await stream.next('change')
  expect(seen.data.id).toBe(id)
  const stopping = server.stop()
  // A balancer may still lead clients to the process, which sends them changes as before.
  const late = await follow(place, { token, address })
  await place.update(id, { title: 'while it stops' })
  for (const open of [stream, late]) {
    expect((await open.next('change')).data).toMatchObject({ id, type: 'update' })
    expect((await open.next('reconnect')).data).toEqual({})
    expect(await open.read()).toBeUndefined()
  }
  await place.update(id, { title: 'missed' })
  const again = await follow(place, { token, headers: { 'last-event-id': String(seen.id) } })
  expect((await again.next('change')).data).toMatchObject({ id, type: 'update' })
  again.close()
  await stopping
})
