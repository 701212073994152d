import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createClient } from '../create-client.ts'
import { createData } from '../create-data.ts'
import { type LocalServer, startLocalServer } from '../testing/local-server.ts'
import { createEventStream } from './event-stream.ts'
import type { LiveState } from './live-types.ts'

const projectId = 'prj_01h455vb4pex5vsknk084sn02q'
const row = { id: 'r1', createdOn: '2026-01-01T00:00:00Z', updatedOn: '2026-01-01T00:00:00Z' }
const WAIT = { timeout: 15_000, interval: 20 }

const REFUSAL = {
  error: { code: 'unavailable', message: 'There are too many streams.', requestId: 'none' },
}

type Streams = 'open' | 'held back' | 'refused'

let server: LocalServer
let streams: Streams
let canRead: boolean

const eventText = (name: string, data: object) =>
  `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`

/** A stream that confirms its subscriptions. */
function eventsOf(subscriptions: { id: string }[]): string {
  const confirmed = subscriptions.map(({ id: subscription }) =>
    eventText('subscribed', { subscription, position: 'e.1' }),
  )
  return [eventText('open', { connectionId: 'c1' }), ...confirmed].join('')
}

beforeEach(async () => {
  server = await startLocalServer()
  streams = 'open'
  canRead = true
  server.answer = ({ path, query }) => {
    if (path === '/api/data/$events') {
      if (streams === 'held back') return { body: '' }
      if (streams === 'refused') return { status: 503, body: REFUSAL }
      return { events: eventsOf(JSON.parse(query.subscriptions ?? '[]')) }
    }
    return canRead ? { body: { data: [row], cursor: null } } : 'lost'
  }
})
afterEach(() => server.close())

const clientOf = () => createClient({ baseUrl: server.address, token: () => 'a-token', retries: 0 })
const countRequests = (path: string) => server.requests.filter((one) => one.path === path).length
const countStreams = () => countRequests('/api/data/$events')
const countReads = () => countRequests('/api/data/notes')

test('polls only as long as the server answers, and tries a stream once it does again', {
  timeout: 60_000,
}, async () => {
  streams = 'held back'
  canRead = false
  const states: LiveState[] = []
  const onRows = vi.fn()
  const stop = createData({ client: clientOf(), projectId })
    .table('notes')
    .subscribe({ onRows, onState: (state) => states.push(state) }, () => {})

  await vi.waitFor(() => expect(countReads()).toBeGreaterThan(0), WAIT)
  expect(countStreams()).toBe(2)
  expect(states).toEqual(['connecting'])

  canRead = true
  await vi.waitFor(() => expect(states).toEqual(['connecting', 'polling']), WAIT)
  expect(onRows).toHaveBeenCalledExactlyOnceWith([row])
  // The server is back: a stream is tried at once.
  await vi.waitFor(() => expect(countStreams()).toBe(3), WAIT)

  canRead = false
  await vi.waitFor(() => expect(states).toEqual(['connecting', 'polling', 'connecting']), WAIT)
  streams = 'open'
  canRead = true
  await vi.waitFor(() => expect(states.at(-1)).toBe('live'), WAIT)
  expect(countStreams()).toBe(4)
  stop()
})

test('polls while a server that can be read refuses streams, and is live once it accepts one', {
  timeout: 60_000,
}, async () => {
  streams = 'refused'
  const states: LiveState[] = []
  const onRows = vi.fn()
  const stop = createData({ client: clientOf(), projectId })
    .table('notes')
    .subscribe({ onRows, onState: (state) => states.push(state) }, () => {})

  await vi.waitFor(() => expect(countStreams()).toBe(4), WAIT)
  expect(countReads()).toBe(0)
  expect(states).toEqual(['connecting'])
  await vi.waitFor(() => expect(states).toEqual(['connecting', 'polling']), WAIT)
  expect(countStreams()).toBe(5)
  expect(onRows).toHaveBeenCalledExactlyOnceWith([row])

  streams = 'open'
  await vi.waitFor(() => expect(states.at(-1)).toBe('live'), { ...WAIT, timeout: 30_000 })
  expect(states).toEqual(['connecting', 'polling', 'live'])
  expect(countStreams()).toBe(6)
  stop()
})

test('is offline at once, and connects at once when the network is back', async () => {
  const states: LiveState[] = []
  const stream = createEventStream({
    client: clientOf(),
    scope: { $projectId: projectId },
    identity: 'token a-token',
    onEvent: () => {},
    onState: (state) => states.push(state),
  })
  stream.subscribe([{ id: 's1', table: 'notes' }])
  await vi.waitFor(() => expect(states).toEqual(['live']))

  stream.sleep()
  expect(states).toEqual(['live', 'offline'])
  stream.wake()
  expect(states).toEqual(['live', 'offline', 'connecting'])
  await vi.waitFor(() => expect(states.at(-1)).toBe('live'))
  expect(countStreams()).toBe(2)
  stream.stop()
})

test('connects at once when the network is back during a long pause', async () => {
  server.answer = () => ({ status: 503, body: '' })
  const states: LiveState[] = []
  const stream = createEventStream({
    client: clientOf(),
    scope: { $projectId: projectId },
    identity: 'token a-token',
    onEvent: () => {},
    onState: (state) => states.push(state),
  })
  await vi.waitFor(() => expect(countStreams()).toBe(3), WAIT)
  const before = performance.now()
  stream.wake()
  await vi.waitFor(() => expect(countStreams()).toBe(4), WAIT)
  // The third pause is between two and four seconds.
  expect(performance.now() - before).toBeLessThan(1_500)
  stream.stop()
})
