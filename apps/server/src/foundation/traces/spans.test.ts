import { execFile } from 'node:child_process'
import { Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { eventually } from '../../app/testing/eventually.ts'
import { freePort } from '../embedded/testing/free-port.ts'
import { readEnv } from '../settings/env.ts'
import { openTraces } from './open-traces.ts'
import {
  currentTraceParent,
  inChildSpan,
  inSpanUnder,
  isTracing,
  parseTraceParent,
  startRequestSpan,
} from './spans.ts'
import { receiveSpans, type SpanReceiver } from './testing/receive-spans.ts'

const SENT = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'
const [, SENT_TRACE] = SENT.split('-')

const silent = { log: pino({ level: 'silent' }), version: '1' }
let receiver: SpanReceiver
let stop: () => Promise<void> = async () => undefined
beforeEach(async () => {
  receiver = await receiveSpans()
})
afterEach(async () => {
  await stop()
  await receiver.close()
})

async function open(settings: Record<string, string> = {}, given = silent): Promise<void> {
  const source = { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint, ...settings }
  stop = await openTraces(readEnv([], source).traces, given)
}

async function startRequest(continuesCallers: boolean) {
  const { span } = startRequestSpan({ name: 'listRows', sent: SENT, continuesCallers })
  span.end()
  await stop()
  return receiver.spans[0]
}

test('a request has its own trace, which links the one of its caller', async () => {
  await open()
  const span = await startRequest(false)
  expect(span).toMatchObject({ parentId: '', links: [SENT_TRACE] })
  expect(span?.traceId).not.toBe(SENT_TRACE)
})

test('a request continues the trace of a caller that the operator trusts', async () => {
  await open()
  const span = await startRequest(true)
  expect(span).toMatchObject({ traceId: SENT_TRACE, parentId: '00f067aa0ba902b7', links: [] })
})

test('a caller who asks for sampling is not sampled against the setting', async () => {
  await open({ OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '0' })
  expect(await startRequest(false)).toBeUndefined()
})

test.each([
  ['always_off', '', 0],
  ['traceidratio', '0', 0],
  ['traceidratio', '1', 20],
  ['parentbased_always_on', '', 20],
  ['parentbased_always_off', '', 0],
])('the sampler %s %s records %i of 20 traces', async (sampler, ratio, expected) => {
  await open({ OTEL_TRACES_SAMPLER: sampler, OTEL_TRACES_SAMPLER_ARG: ratio })
  for (let time = 0; time < 20; time += 1)
    await inSpanUnder(null, { name: 'run row' }, async () => undefined)
  await stop()
  expect(receiver.spans).toHaveLength(expected)
})

test('a trace that is not sampled stays so in everything that it leads to', async () => {
  await open({ OTEL_TRACES_SAMPLER: 'parentbased_always_off' })
  const stored = await inSpanUnder(null, { name: 'row event' }, async () => currentTraceParent())
  expect(stored).toMatch(/-00$/)
  await inSpanUnder(stored, { name: 'run row' }, async () => undefined)
  await stop()
  expect(receiver.spans).toEqual([])
})

test('a failed span is marked, without the message of its error', async () => {
  await open()
  const failing = inSpanUnder(null, { name: 'row event' }, () =>
    inChildSpan({ name: 'rows write' }, async () => {
      throw new Error('duplicate key value ada@example.com')
    }),
  )
  await expect(failing).rejects.toThrow('duplicate key')
  await stop()
  expect(receiver.spans.map(({ name, isFailed }) => [name, isFailed])).toEqual([
    ['rows write', true],
    ['row event', true],
  ])
  expect(JSON.stringify(receiver.spans)).not.toContain('ada@')
})

test('an endpoint that refuses connections harms nothing, and is reported once', async () => {
  const lines: string[] = []
  const destination = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk))
      done()
    },
  })
  const endpoint = `http://127.0.0.1:${await freePort()}`
  const settings = {
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    OTEL_EXPORTER_OTLP_TIMEOUT: '300',
    OTEL_BSP_SCHEDULE_DELAY: '10',
  }
  await open(settings, { log: pino(destination), version: '1' })
  for (let time = 0; time < 3; time += 1)
    expect(await inSpanUnder(null, { name: 'run row' }, async () => time)).toBe(time)
  await eventually(async () => lines.length > 0, 30_000)
  for (let time = 0; time < 3; time += 1)
    expect(await inSpanUnder(null, { name: 'run row' }, async () => time)).toBe(time)
  const since = performance.now()
  await stop()
  expect(performance.now() - since).toBeLessThan(5_000)
  expect(lines.map((line) => JSON.parse(line).msg)).toEqual(['traces: export failed'])
})

test('spans that an endpoint does not take in time are dropped beyond the queue', async () => {
  await open({ OTEL_BSP_MAX_QUEUE_SIZE: '100', OTEL_BSP_SCHEDULE_DELAY: '5' })
  let release: () => void = () => undefined
  receiver.hold = new Promise((resolve) => {
    release = resolve
  })
  for (let time = 0; time < 5_000; time += 1)
    await inSpanUnder(null, { name: 'run row' }, async () => undefined)
  release()
  await stop()
  expect(receiver.spans.length).toBeGreaterThan(0)
  expect(receiver.spans.length).toBeLessThanOrEqual(300)
})

test.each([
  '',
  'text',
  '00-00000000000000000000000000000000-00f067aa0ba902b7-01',
  '00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01',
  '01-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
  `${SENT}-more`,
])('the traceparent "%s" is ignored', (text) => {
  expect(parseTraceParent(text)).toBeUndefined()
})

test('work outside a trace has no spans', async () => {
  await open()
  expect(await inChildSpan({ name: 'platform select' }, async (span) => span)).toBeUndefined()
  await stop()
  expect(isTracing()).toBe(false)
  expect(receiver.spans).toEqual([])
})

const printLoaded = async (settings: Record<string, string>): Promise<string[]> => {
  const script = fileURLToPath(new URL('./testing/print-loaded.ts', import.meta.url))
  const { PATH, HOME } = process.env
  const env = { PATH, HOME, ...settings } as NodeJS.ProcessEnv
  const { stdout } = await promisify(execFile)(process.execPath, [script], { env })
  return JSON.parse(stdout)
}

test('without an endpoint no part of the SDK is loaded', async () => {
  const [off, on] = await Promise.all([
    printLoaded({}),
    printLoaded({ OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint }),
  ])
  expect(off).toEqual(['@opentelemetry/api'])
  expect(on).toContain('@opentelemetry/sdk-trace')
  expect(on).toContain('@opentelemetry/exporter-trace-otlp-proto')
})
