import { createServer, type Server } from 'node:http'
import { getRun } from '@plinth/contract'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { expectApiError, withPlatform } from '../../../app/testing/people.ts'
import { runnable, runPlace, wires } from '../../../app/testing/runnable.ts'

const { outside } = inject('server')
const address = `http://127.0.0.1:${outside.large}`
/** Larger than Restate's message limit. */
const LARGE = 6 * 1024 * 1024
const PICTURE = Buffer.from('89504e470d0a1a0a00ff00fe', 'hex')
let place: Awaited<ReturnType<typeof runPlace>>
let web: Server

beforeAll(async () => {
  web = createServer(({ url }, reply) => {
    const picture = {
      'content-type': 'image/png',
      'content-disposition': 'attachment; filename="../me & <you>.png"',
    }
    if (url === '/large') reply.end('x'.repeat(LARGE))
    else if (url === '/picture') reply.writeHead(200, picture).end(PICTURE)
    else if (url === '/too-large') reply.end('x'.repeat(11 * 1024 * 1024))
    else reply.writeHead(404).end('nothing here')
  })
  await new Promise<void>((resolve) => web.listen(outside.large, '127.0.0.1', resolve))
  place = await runPlace()
})
afterAll(async () => {
  web.closeAllConnections()
  await new Promise((resolve) => web.close(resolve))
})

const http = (id: string, path: string, more = {}) =>
  runnable(id, 'http_request', { parameters: { url: `${address}${path}`, ...more } })
const set = (id: string, value: string) => runnable(id, 'set', { parameters: { value } })
const read = async (runId: string) =>
  (await place.client.call(getRun, { params: { projectId: place.projectId, runId } })).run

test('passes on and records a result larger than Restate’s message limit', async () => {
  const { result, runId } = await place.execute({
    nodes: [
      http('get', '/large'),
      runnable('pause', 'wait', { parameters: { amount: 0.2, unit: 'seconds' } }),
      set('same', '{{ $in.body }}'),
      runnable('length', 'javascript', {
        parameters: { code: 'return [$in.length, $in.slice(0, 3)]' },
      }),
    ],
    edges: wires('get -> pause', 'pause -> same', 'same -> length'),
  })
  expect(result.length).toEqual([LARGE, 'xxx'])
  expect((result.same as string).length).toBe(LARGE)
  const { nodes } = await read(runId)
  const sizes = nodes.map(({ output }) => JSON.stringify(output).length > LARGE)
  expect(sizes).toEqual([true, true, true, false])
  expect(JSON.stringify(nodes[2]?.input).length).toBeGreaterThan(LARGE)
})

test('accepts a large result from a called workflow', async () => {
  await place.create({
    name: 'Fetch',
    nodes: [runnable('begin', 'trigger-workflow'), http('get', '/large')],
    connections: wires('begin -> get'),
    settings: {},
    active: true,
  })
  const { result } = await place.execute({
    nodes: [
      runnable('call', 'sub-workflow', { parameters: { workflow: 'Fetch' } }),
      set('body', '{{ $in.get.body }}'),
    ],
    edges: wires('call -> body'),
  })
  expect((result.body as string).length).toBe(LARGE)
})

test('passes a large input to a called workflow', async () => {
  await place.create({
    name: 'Measure',
    nodes: [
      runnable('begin', 'trigger-workflow'),
      runnable('length', 'javascript', { parameters: { code: 'return $in.body.length' } }),
    ],
    connections: wires('begin -> length'),
    settings: {},
    active: true,
  })
  const { result } = await place.execute({
    nodes: [
      http('get', '/large'),
      runnable('call', 'sub-workflow', { parameters: { workflow: 'Measure' } }),
      set('told', '{{ $in.length }}'),
    ],
    edges: wires('get -> call', 'call -> told'),
  })
  expect(result.told).toBe(LARGE)
})

test('stores a response as a file with a plain name, its type and size', async () => {
  const { result } = await place.execute({ nodes: [http('get', '/picture', { response: 'file' })] })
  const { status, body } = result.get as { status: number; body: Record<string, unknown> }
  expect(status).toBe(200)
  expect(body).toEqual({
    name: '.._me _ _you_.png',
    type: 'image/png',
    size: PICTURE.length,
    key: expect.stringMatching(new RegExp(`^${place.projectId}/run/[\\w-]{22}\\.png$`)),
    url: expect.any(String),
  })
  const answer = await fetch(String(body.url))
  expect(Buffer.from(await answer.arrayBuffer()).equals(PICTURE)).toBe(true)
  expect(answer.headers.get('content-disposition')).toContain('attachment')
  const swept = await withPlatform((db) =>
    db.query('select state, row_id from upload where key = $1', [body.key]),
  )
  expect(swept.rows).toEqual([{ state: 'pending', row_id: null }])
})

test.each([
  ['that is too large', '/too-large', 'larger than 10 MB'],
  ['that is an error', '/nothing', 'answered 404: nothing here'],
])('stores no file for a response %s', async (_, path, message) => {
  const graph = { nodes: [http('get', path, { response: 'file' })] }
  expect((await expectApiError(place.execute(graph))).message).toContain(message)
})
