import { createServer, type Server } from 'node:http'
import { Writable } from 'node:stream'
import { type Database, getRun } from '@plinth/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '../../app/testing/eventually.ts'
import { hookPlace } from '../../app/testing/hook-place.ts'
import { runnable } from '../../app/testing/runnable.ts'
import { startBeside } from '../../app/testing/start-beside.ts'
import { testServer } from '../../app/testing/test-server.ts'
import { useOwnServer } from '../../app/testing/use-own-server.ts'
import { send } from '../../rows/testing/shelf.ts'
import { watchedShop } from '../../workflows/triggers/row/testing/watched-shop.ts'
import { openLog } from './open-log.ts'
import type { ReceivedSpan } from './testing/decode-spans.ts'
import { receiveSpans } from './testing/receive-spans.ts'

const receiver = await receiveSpans()
useOwnServer({
  OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint,
  OTEL_EXPORTER_OTLP_HEADERS: 'x-tenant=a%20b',
  OTEL_BSP_SCHEDULE_DELAY: '50',
})

const CALLERS_TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const CALLERS_PARENT = `00-${CALLERS_TRACE}-00f067aa0ba902b7-01`

/** The web server that workflows call; it records the `traceparent` of each path. */
const called = new Map<string, string | undefined>()
let web: Server
beforeAll(async () => {
  web = createServer((request, response) => {
    called.set(request.url ?? '', request.headers.traceparent as string | undefined)
    response.end('{}')
  })
  const { http } = testServer().outside
  await new Promise<void>((resolve) => web.listen(http, '127.0.0.1', resolve))
})
afterAll(async () => {
  web.closeAllConnections()
  await new Promise((resolve) => web.close(resolve))
  await receiver.close()
})

const http = (path: string, parameters: object = {}) =>
  runnable('call', 'http_request', {
    parameters: {
      url: `http://127.0.0.1:${testServer().outside.http}${path}`,
      ...parameters,
    } as never,
  })

/** Waits until a trace has the named span, and all spans before it. */
const traceWith = (traceId: string, name: string) =>
  eventually(async () => {
    const spans = receiver.spans.filter((span) => span.traceId === traceId)
    return spans.some((span) => span.name === name) && spans
  }, 20_000)

/** The names from a span up to the root of its trace. */
function pathOf(spans: readonly ReceivedSpan[], name: string): string[] {
  const names: string[] = []
  let at = spans.find((span) => span.name === name)
  while (at) {
    names.push(at.name)
    const { parentId } = at
    at = spans.find(({ id }) => id === parentId)
  }
  return names
}

const named = (spans: readonly ReceivedSpan[], name: string) =>
  spans.find((span) => span.name === name)

test.each<Database>(['sqlite3', 'postgres'])(
  'on %s one trace leads from a request to SQL, a row event, a run, a step and its call',
  async (engine) => {
    const shop = await watchedShop(engine)
    const { id: workflowId } = await shop.watch({ event: 'created' }, [http(`/${engine}`)])
    const answer = await send('POST', 'order', {
      token: shop.owner.token,
      query: { $projectId: shop.projectId },
      body: { name: 'Ada Lovelace', total: 41_999 },
      headers: { traceparent: CALLERS_PARENT },
    })
    expect(answer.status).toBe(200)
    const traceId = answer.headers.get('x-trace-id') ?? ''
    expect(traceId).toMatch(/^[0-9a-f]{32}$/)
    expect(traceId).not.toBe(CALLERS_TRACE)
    const [run] = await shop.ended(workflowId, 1)
    expect(run).toMatchObject({ status: 'succeeded', parent: null, depth: 0 })

    const spans = await traceWith(traceId, 'run row')
    expect(pathOf(spans, 'http call')).toEqual([
      ...['http call', 'step http_request', 'run row', 'row event', 'rows write', 'createRow'],
    ])
    const ids = new Set(spans.map(({ id }) => id))
    expect(ids.size).toBe(spans.length)
    const orphans = spans.filter(({ parentId }) => !ids.has(parentId))
    expect(orphans.map(({ name }) => name)).toEqual(['createRow'])
    const [root] = orphans
    expect(root).toMatchObject({ parentId: '', links: [CALLERS_TRACE], service: 'plinth' })
    expect(root?.attributes).toMatchObject({
      'http.request.method': 'POST',
      'http.route': '/api/data/:table',
      'http.response.status_code': '200',
      'plinth.project.id': shop.projectId,
      'plinth.request.id': answer.headers.get('x-request-id'),
    })
    const system = engine === 'postgres' ? 'postgresql' : 'sqlite'
    expect(named(spans, 'rows write')?.attributes).toEqual({ 'db.system.name': system })
    expect(named(spans, 'run row')?.attributes['plinth.run.id']).toBe(run?.id)
    const call = named(spans, 'http call')
    expect(call?.attributes).toEqual({
      'server.address': '127.0.0.1',
      'http.response.status_code': '200',
    })
    expect(called.get(`/${engine}`)).toBe(`00-${traceId}-${call?.id}-01`)
    expect(JSON.stringify(spans)).not.toMatch(/Ada|41999|select \*|values \(/)

    const params = { projectId: shop.projectId, runId: run?.id ?? '' }
    const { run: seen } = await shop.client.call(getRun, { params })
    expect(seen.traceId).toBe(traceId)
  },
)

test('a row that a run writes starts the next run in the same trace', async () => {
  const shop = await watchedShop('sqlite3')
  const write = runnable('write', 'database', {
    parameters: { action: 'create', table: 'note', row: '{ "text": "seen" }' } as never,
  })
  const first = await shop.watch({ event: 'created' }, [write])
  const second = await shop.watch({ event: 'created', table: 'notes' })
  const answer = await send('POST', 'order', {
    token: shop.owner.token,
    query: { $projectId: shop.projectId },
    body: { name: 'Grace' },
  })
  const [before] = await shop.ended(first.id, 1)
  const [after] = await shop.ended(second.id, 1)
  expect(after).toMatchObject({ status: 'succeeded', parent: before?.id, depth: 1 })
  const traceId = answer.headers.get('x-trace-id') ?? ''
  const runs = await eventually(async () => {
    const found = receiver.spans.filter(
      (span) => span.traceId === traceId && span.name === 'run row',
    )
    return found.length === 2 && found
  }, 20_000)
  expect(new Set(runs.map(({ attributes }) => attributes['plinth.run.id']))).toEqual(
    new Set([before?.id, after?.id]),
  )
})

test('a webhook continues in its run, whose failure is marked', async () => {
  const place = await hookPlace()
  const { url } = await place.hook({ value: '{{ missing() }}' })
  const address = new URL(new URL(url).pathname, testServer().address)
  const answer = await fetch(address, { method: 'POST' })
  expect(answer.status).toBe(202)
  const { runId } = (await answer.json()) as { runId: string }
  const run = await place.untilEnded(runId)
  expect(run).toMatchObject({ status: 'failed', traceId: answer.headers.get('x-trace-id') })
  const spans = await traceWith(run.traceId ?? '', 'run webhook')
  expect(pathOf(spans, 'step set')).toEqual(['step set', 'run webhook', 'webhook'])
  expect([named(spans, 'step set')?.isFailed, named(spans, 'run webhook')?.isFailed]).toEqual([
    true,
    true,
  ])
})

test('a call keeps the traceparent that its node sets', async () => {
  const shop = await watchedShop('sqlite3')
  const headers = { headers: `{ "traceparent": "${CALLERS_PARENT}" }` }
  const { id } = await shop.watch({ event: 'created' }, [http('/own-header', headers)])
  await shop.rows('POST', 'order', { body: { name: 'Own' } })
  await shop.ended(id, 1)
  expect(called.get('/own-header')).toBe(CALLERS_PARENT)
})

test('an error answer and the log line of its request name the trace', async () => {
  const lines: Record<string, unknown>[] = []
  const destination = new Writable({
    write(chunk, _encoding, done) {
      lines.push(JSON.parse(String(chunk)))
      done()
    },
  })
  const traces = { url: receiver.endpoint } as never
  const log = openLog({ logLevel: 'info', traces }, destination)
  const { databaseUrl, ingressUrl, adminUrl } = testServer()
  const settings = {
    DATABASE_URL: databaseUrl,
    RESTATE_INGRESS_URL: ingressUrl,
    RESTATE_ADMIN_URL: adminUrl,
    PLINTH_SECRET_KEY: '0'.repeat(64),
  }
  const server = await startBeside(settings, { log })
  try {
    const answer = await fetch(`${server.address}/api/project`)
    expect(answer.status).toBe(401)
    const traceId = answer.headers.get('x-trace-id')
    expect(traceId).toMatch(/^[0-9a-f]{32}$/)
    const line = await eventually(async () => lines.find(({ msg }) => msg === 'http: request'))
    expect(line).toMatchObject({ status: 401, traceId })
    const spans = await traceWith(traceId ?? '', 'listProjects')
    expect(named(spans, 'listProjects')?.attributes['http.response.status_code']).toBe('401')
  } finally {
    await server.stop()
  }
})

test('health checks, pages and background jobs leave no spans', async () => {
  for (const path of ['/health/live', '/health/ready', '/', '/unknown/path'])
    expect((await fetch(testServer().address + path)).headers.has('x-trace-id')).toBe(false)
  const names = new Set(receiver.spans.map(({ name }) => name))
  expect([...names].filter((name) => /^(get)?(health|liveness|readiness)/i.test(name))).toEqual([])
  const roots = receiver.spans.filter(({ parentId }) => parentId === '')
  expect(roots.filter(({ attributes }) => !('http.route' in attributes))).toEqual([])
  expect(receiver.headers.every((headers) => headers['x-tenant'] === 'a b')).toBe(true)
})
