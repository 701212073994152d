import { createConnection } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RunningServer } from '../../app/startup/start-server.ts'
import { newAppUser } from '../../app/testing/app-users.ts'
import { eventually } from '../../app/testing/eventually.ts'
import { startBeside } from '../../app/testing/start-beside.ts'
import { readEnv } from '../../foundation/settings/env.ts'
import { MAX_STREAMS_OF_NETWORK } from './limits/live-limits.ts'
import { LivePlaces } from './limits/live-places.ts'
import type { LiveRows } from './live-rows.ts'
import { follow, type LivePlace, livePlace, NOTES } from './testing/live-place.ts'
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

const liveRows = () => (small.context.live as unknown as { rows: LiveRows }).rows

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
  await eventually(async () => liveRows().streams.size === 0)
  const { userId } = await place.newUser()
  const first = await newAppUser(place.projectId, { userId })
  const all = await Promise.all(Array.from({ length: 30 }, () => statusOf(first.token)))
  expect(all.every(({ status }) => status === 200)).toBe(true)
  const second = await newAppUser(place.projectId, { userId, tableId: 'admins' })
  all.push(await statusOf(second.token))
  expect(all.at(-1)?.status).toBe(200)
  for (const { close } of all) close()
  await eventually(async () => {
    const again = await statusOf(token)
    again.close()
    return again.status === 200
  })
})

test('counts users of another project as guests of their network, and its own users by themselves', async () => {
  const other = await livePlace('sqlite3')
  const { projectId } = place
  const { streams } = liveRows()
  const strangers = await Promise.all(Array.from({ length: 2 }, () => other.newUser()))
  const stops: (() => void)[] = []
  const open = async (address: string | undefined, token: string | undefined) => {
    const stop = new AbortController()
    const of = { projectId, token, ...(address !== undefined && { address }) }
    const { status } = await requestStream(of, stop.signal)
    stops.push(() => stop.abort())
    return status
  }
  await open(small.address, strangers[0]?.token)
  await open(small.address, undefined)
  await open(small.address, (await place.newUser()).token)
  const holders = [...streams.values()].map(({ connection }) => connection.holder)
  expect(holders.slice(0, 2)).toEqual(Array(2).fill('127.0.0.0/24'))
  expect(holders[2]).toMatch(/users/)
  const statuses: number[] = []
  for (let count = 0; count < MAX_STREAMS_OF_NETWORK + 2; count += 1)
    statuses.push(await open(undefined, strangers[count % 3]?.token))
  expect(statuses.filter((status) => status === 429)).toHaveLength(2)
  expect(await open(undefined, (await place.newUser()).token)).toBe(200)
  for (const stop of stops) stop()
  await eventually(async () => streams.size === 0)
})

test('limits the streams of a project to a quarter, so that others get theirs', async () => {
  const places = new LivePlaces(readEnv([], { PLINTH_LIVE_CONNECTIONS: '40' }).live)
  const ip = '192.0.2.1'
  const take = (projectId: string, environmentId: string) =>
    places.take({ projectId, environmentId, caller: { kind: 'guest' }, ip })
  const release = take('a', 'a dev')
  for (let count = 0; count < 6; count += 1) take('a', 'a dev')
  for (let count = 0; count < 3; count += 1) take('a', 'a production')
  expect(() => take('a', 'a production')).toThrow('This project has too many open streams')
  for (let count = 0; count < 10; count += 1) take('b', 'b dev')
  expect(() => take('b', 'b dev')).toThrow('This environment has too many open streams')
  release()
  take('a', 'a production')
})

test('keeps the last tenth of all streams for projects with few of them', async () => {
  const take = (places: LivePlaces, projectId: string, network: number) => {
    const [environmentId, ip] = [`${projectId} dev`, `192.0.${network}.1`]
    return places.take({ projectId, environmentId, caller: { kind: 'guest' }, ip })
  }
  const fill = (places: LivePlaces, projectIds: readonly string[]) => {
    let taken = 0
    for (const projectId of projectIds)
      for (let network = 0; network < 250; network += 1) {
        try {
          take(places, projectId, network)
          taken += 1
        } catch {
          break
        }
      }
    return taken
  }
  const places = new LivePlaces({ connections: 1_000, perProject: 250, perEnvironment: 250 })
  expect(fill(places, ['a', 'b', 'c', 'd', 'e'])).toBe(910)
  expect(() => take(places, 'd', 0)).toThrow('This server has too many open streams')
  take(places, 'quiet', 0)
  const whole = new LivePlaces({ connections: 250, perProject: 250, perEnvironment: 250 })
  expect(fill(whole, ['the only app'])).toBe(250)
})

test('users of other projects have the streams of one network in all environments together', async () => {
  const places = new LivePlaces(readEnv([], { PLINTH_LIVE_CONNECTIONS: '5000' }).live)
  const take = (at: number, userId: string, environmentId = `env ${at}`) => {
    const user = { projectId: 'mine', environmentId: 'mine', tableId: 'users', userId }
    const caller = { kind: 'user', user, tokenHash: Buffer.alloc(0) } as const
    const projectId = `project ${at}`
    return places.take({ projectId, environmentId, caller, ip: '192.0.2.1' })
  }
  for (let count = 0; count < 3 * MAX_STREAMS_OF_NETWORK; count += 1)
    take(count % 4, `user ${count}`)
  expect(() => take(4, 'another')).toThrow('too many streams in all projects together')
  take(5, 'at home', 'mine')
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
  const { streams } = liveRows()
  await eventually(async () => streams.size === 2)
  const more = { text: 'x'.repeat(200_000) }
  for (let count = 0; streams.size === 2 && count < 200; count += 1) {
    await place.create({ more, status: 'public', count })
    expect((await reading.next('change')).data.row.count).toBe(count)
  }
  expect(streams.size).toBe(1)
  socket.resume()
  await isCut
  reading.close()
})

test('a subscription whose position waits for the next read of the log has an id and can be ended', async () => {
  const { token } = await place.newUser()
  const stream = await follow(place, { token, address: small.address })
  const live = liveRows()
  const own = [...live.streams.values()].at(-1)
  if (!own) throw new Error('no stream')
  const change = (more: object) => live.change(own, { subscribe: [], unsubscribe: [], ...more })
  await place.sync([{ ...NOTES, columns: NOTES.columns.slice(0, -1) }])
  await stream.next('reset')
  const resumed = { id: 'resumed', table: 'note', after: stream.position }
  change({ subscribe: [resumed] })
  expect(() => change({ subscribe: [{ id: 'resumed', table: 'note' }] })).toThrow('is in use')
  const others = Array.from({ length: 99 }, (_, at) => ({ id: `s${at}`, table: 'note' }))
  expect(() => change({ subscribe: others })).toThrow('at most 100 subscriptions')
  change({ unsubscribe: ['resumed'] })
  const again = { id: 'resumed', table: 'note', filter: 'title = "again"', after: stream.position }
  change({ unsubscribe: ['s'], subscribe: [again] })
  change({ subscribe: [{ ...resumed, id: 'ended' }] })
  change({ unsubscribe: ['ended'] })
  expect((await stream.next('subscribed')).data.subscription).toBe('resumed')
  await place.create({ status: 'public' })
  const { id } = await place.create({ status: 'public', title: 'again' })
  const seen = await stream.until(({ data }) => data.id === id)
  expect(seen.map(({ event, data }) => [event, data.subscriptions])).toEqual([
    ['change', ['resumed']],
  ])
  expect([...own.connection.subscriptions.keys()]).toEqual(['resumed'])
  stream.close()
})
