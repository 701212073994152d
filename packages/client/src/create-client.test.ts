import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ClientOptions } from './client-options.ts'
import { createClient } from './create-client.ts'
import { createData } from './create-data.ts'
import { answerFailure, runFailures } from './testing/failure-cases.ts'
import { type LocalServer, startLocalServer } from './testing/local-server.ts'
import recorded from './testing/recorded-failures.json' with { type: 'json' }

let server: LocalServer
beforeAll(async () => {
  server = await startLocalServer()
})
afterAll(() => server.close())
beforeEach(() => {
  server.requests.length = 0
  server.answer = () => ({ body: { data: [] } })
})

const clientOf = (options: Partial<ClientOptions> = {}) =>
  createClient({ baseUrl: server.address, token: () => 'a-token', ...options })
const notesOf = (options: Partial<ClientOptions> = {}) =>
  createData({ client: clientOf(options) }).table('notes')
const refusal = (code: string) => ({ error: { code, message: 'No.', requestId: 'r' } })

/** Outcomes of the client that was built on axios, recorded by running it; e2e compares those of a browser. */
test('failures have the texts and codes of the former client', async () => {
  const failing = createServer(answerFailure)
  const closed = createServer()
  for (const each of [failing, closed]) {
    await new Promise<void>((resolve) => each.listen(0, '127.0.0.1', resolve))
  }
  const [address, refused] = [failing, closed].map(
    (each) => `http://127.0.0.1:${(each.address() as AddressInfo).port}`,
  ) as [string, string]
  await new Promise((resolve) => closed.close(resolve))
  const outcomes = await runFailures(createClient, { address, refused })
  failing.closeAllConnections()
  failing.close()
  expect(JSON.parse(JSON.stringify(outcomes))).toEqual(recorded.node)
})

test('an answer that is not JSON is rejected', async () => {
  const answer = async () => new Response('<title>Console</title>')
  await expect(notesOf({ fetch: answer }).getMany()).rejects.toThrow(
    'The answer is not JSON: check the address of the server',
  )
})

test('a base address may end with a slash', async () => {
  await notesOf({ baseUrl: `${server.address}/` }).getMany()
  expect(server.requests[0]?.path).toBe('/api/data/notes')
})

describe('retries', () => {
  /** Answers with each status in turn, then 200; 0 ends the connection. */
  function answerIn(turn: number[], headers: Record<string, string> = {}) {
    server.answer = () => {
      const status = turn.shift() ?? 200
      if (status === 0) return 'lost'
      return { status, headers, body: status === 200 ? { data: {} } : refusal('unavailable') }
    }
  }
  const keys = () => server.requests.map(({ headers }) => headers['idempotency-key'])

  test.each([
    { name: 'a lost connection', turn: [0, 0] },
    { name: '503', turn: [503] },
    { name: '502 and 429', turn: [502, 429] },
  ])('repeats a write after $name with the same Idempotency-Key', async ({ turn }) => {
    const times = turn.length + 1
    answerIn(turn)
    await notesOf().create({ title: 'One' })
    expect(keys()).toHaveLength(times)
    expect(new Set(keys()).size).toBe(1)
    expect(keys()[0]).toMatch(/^[0-9a-f]{32}$/)
    expect(server.requests.map(({ body }) => body)).toEqual(Array(times).fill({ title: 'One' }))
  })

  test('uses the key of the caller, and another key for another write', async () => {
    answerIn([503])
    await notesOf().remove('r1', { idempotencyKey: 'mine' })
    await notesOf().remove('r1')
    await notesOf().remove('r1')
    expect(keys().slice(0, 2)).toEqual(['mine', 'mine'])
    expect(new Set(keys()).size).toBe(3)
  })

  test.each([
    { name: 'an error of the request', turn: [422] },
    { name: 'an error of the server', turn: [500] },
    { name: 'a query that took too long', turn: [504] },
    { name: 'a pause of more than ten seconds', turn: [429], headers: { 'retry-after': '11' } },
  ])('does not repeat after $name', async ({ turn, headers }) => {
    answerIn([...turn], headers)
    await expect(notesOf().create({})).rejects.toMatchObject({ status: turn[0] })
    expect(server.requests).toHaveLength(1)
  })

  test('gives up after the second retry, with the error', async () => {
    answerIn([503, 503, 503, 503])
    await expect(notesOf().getMany()).rejects.toMatchObject({ status: 503 })
    expect(server.requests).toHaveLength(3)
  })

  test.each([
    {
      name: 'a write without a key',
      run: (client: ReturnType<typeof clientOf>) =>
        client.call({ method: 'POST', path: '/api/data/notes' }, { body: {} }),
    },
    { name: 'a client without retries', run: () => notesOf({ retries: 0 }).create({}) },
    { name: 'a call without retries', run: () => notesOf().getMany({ retries: 0 }) },
  ])('sends once: $name', async ({ run }) => {
    answerIn([503])
    await expect(run(clientOf())).rejects.toMatchObject({ status: 503 })
    expect(server.requests).toHaveLength(1)
    expect(keys()).toEqual([undefined])
  })
})

test('calls onUnauthenticated and onError for a rejected token', async () => {
  server.answer = () => ({ status: 401, body: refusal('unauthenticated') })
  const onUnauthenticated = vi.fn()
  const onError = vi.fn()
  await expect(notesOf({ onUnauthenticated, onError }).getMany()).rejects.toThrow('No.')
  expect(onUnauthenticated).toHaveBeenCalledOnce()
  expect(onError).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ status: 401 }))
})
