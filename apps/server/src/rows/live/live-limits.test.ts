import { createConnection } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RunningServer } from '../../app/startup/start-server.ts'
import { eventually } from '../../app/testing/eventually.ts'
import { startBeside } from '../../app/testing/start-beside.ts'
import { follow, type LivePlace, livePlace } from './testing/live-place.ts'
import { requestStream } from './testing/open-stream.ts'

let place: LivePlace
let small: RunningServer
beforeAll(async () => {
  place = await livePlace('postgres')
  small = await startBeside({
    PLINTH_LIVE_CONNECTIONS: '40',
    PLINTH_LIVE_CONNECTIONS_PER_ENVIRONMENT: '36',
  })
})
afterAll(() => small.stop())

const statusOf = async (token: string | undefined) => {
  const stop = new AbortController()
  const { projectId } = place
  const answer = await requestStream({ projectId, token, address: small.address }, stop.signal)
  return { status: answer.status, close: () => stop.abort(), answer }
}

test('limits the streams of a caller and of an environment, and frees the places of closed ones', async () => {
  const { token } = await place.newUser()
  const own = await Promise.all(Array.from({ length: 31 }, () => statusOf(token)))
  expect(own.filter(({ status }) => status === 429)).toHaveLength(1)
  const others = []
  for (let count = 0; count < 7; count += 1)
    others.push(await statusOf((await place.newUser()).token))
  expect(others.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200, 429])
  const refused = others.at(-1)?.answer
  expect(refused?.headers.get('retry-after')).toBe('10')
  expect(await refused?.json()).toMatchObject({ error: { code: 'rate_limited' } })
  for (const { close } of [...own, ...others]) close()
  await eventually(async () => {
    const again = await statusOf(token)
    again.close()
    return again.status === 200
  })
})

test('cuts a client that does not read, and others go on', async () => {
  const { token } = await place.newUser()
  const reading = await follow(place, { token, address: small.address })
  const { hostname, port } = new URL(small.address)
  const subscriptions = encodeURIComponent(JSON.stringify([{ id: 's', table: 'note' }]))
  const socket = createConnection({ host: hostname, port: Number(port) })
  const isCut = new Promise((resolve) => socket.once('close', resolve))
  socket.on('error', () => undefined)
  socket.write(
    `GET /api/data/$events?$projectId=${place.projectId}&subscriptions=${subscriptions} HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${token}\r\n\r\n`,
  )
  await new Promise((resolve) => socket.once('data', resolve))
  socket.pause()
  const { streams } = small.context.live.rows
  await eventually(async () => streams.size === 2)
  const title = 'x'.repeat(200_000)
  for (let count = 0; streams.size === 2 && count < 200; count += 1) {
    await place.create({ title, status: 'public', count })
    expect((await reading.next('change')).data.row.count).toBe(count)
  }
  expect(streams.size).toBe(1)
  socket.resume()
  await isCut
  reading.close()
})
