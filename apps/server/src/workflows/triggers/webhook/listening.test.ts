import { createHmac, randomUUID } from 'node:crypto'
import { deployDatabase, listenToWebhook } from '@plinth/contract'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { eventually } from '../../../app/testing/eventually.ts'
import { hookPlace } from '../../../app/testing/hook-place.ts'
import {
  clientOf,
  expectApiError,
  join,
  newStaff,
  type Person,
  theAdmin,
  withPlatform,
} from '../../../app/testing/people.ts'
import { startBeside } from '../../../app/testing/start-beside.ts'

let setup: Awaited<ReturnType<typeof hookPlace>>
let colleague: Person
let beside: Awaited<ReturnType<typeof startBeside>>
beforeAll(async () => {
  setup = await hookPlace()
  colleague = await newStaff()
  await join(colleague, { projectId: setup.projectId, role: 'developer' })
  beside = await startBeside()
})
afterAll(() => beside.stop())

const json = (body: unknown, headers: Record<string, string> = {}) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
})

/** Listens to the webhook of a workflow; resolves once calls are awaited. */
async function listen(workflowId: string, client = setup.client) {
  const leaving = new AbortController()
  const events = client.stream(listenToWebhook, {
    params: { projectId: setup.projectId, workflowId },
    query: { nodeId: 'hook' },
    signal: leaving.signal,
  })
  const next = async () => (await events.next()).value
  const first = await next()
  expect(first).toMatchObject({ state: 'listening', call: null })
  expect(first?.leftMs).toBeGreaterThan(60_000)
  expect(first?.leftMs).toBeLessThanOrEqual(120_000)
  return { next, leave: () => leaving.abort() }
}

async function send(url: string, init: RequestInit = json({})) {
  const answer = await fetch(url, init)
  return { status: answer.status, body: await answer.json() }
}

test('copies the next call of an active webhook, whose run starts and answers as always', async () => {
  const { url, id } = await setup.hook({ parameters: { answer: 'result' } })
  const listening = await listen(id)
  const sent = json({ n: 4 }, { authorization: 'Bearer xyz', cookie: 'a=b', 'x-event': 'push' })
  const { status, body } = await send(`${url}/orders/7?a=1`, sent)
  expect([status, body]).toMatchObject([200, { result: { body: { n: 4 } } }])
  const heard = await listening.next()
  expect(heard).toMatchObject({
    state: 'received',
    call: { method: 'POST', path: '/orders/7', query: { a: '1' }, body: { n: 4 } },
  })
  expect(heard?.call).toEqual((body as { result: unknown }).result)
  expect(JSON.stringify(heard)).not.toMatch(/xyz|cookie/)
  expect(await listening.next()).toBeUndefined()
  expect((await send(url)).status).toBe(200)
  expect(await setup.runsOf(id)).toHaveLength(2)
})

test('answers a call of an inactive webhook with 202 while it has a listener, and starts no run', async () => {
  const { url, id } = await setup.hook({ active: false })
  expect((await send(url)).status).toBe(404)
  const listening = await listen(id)
  const answers = await Promise.all([send(url, json({ n: 1 })), send(url, json({ n: 2 }))])
  expect(answers.map(({ status }) => status).sort()).toEqual([202, 404])
  const at = answers.findIndex(({ status }) => status === 202)
  expect(answers[at]?.body).toEqual({ test: true })
  expect(await listening.next()).toMatchObject({ state: 'received', call: { body: { n: at + 1 } } })
  expect((await send(url)).status).toBe(404)
  expect(await setup.runsOf(id)).toEqual([])
})

test('copies calls that start no new run: a repeated one, and one of a graph that cannot run', async () => {
  const { url, id, name } = await setup.hook()
  const repeated = json({ n: 1 }, { 'idempotency-key': 'again' })
  expect((await send(url, repeated)).status).toBe(202)
  const first = await listen(id)
  expect((await send(url, repeated)).status).toBe(202)
  expect(await first.next()).toMatchObject({ state: 'received', call: { body: { n: 1 } } })
  expect(await setup.runsOf(id)).toHaveLength(1)

  const { nodes } = setup.body({})
  const loose = { id: 'x', source: 'set', target: 'hook', sourceHandle: null, targetHandle: null }
  await setup.update(id, { name, nodes, connections: [loose], active: true })
  const second = await listen(id)
  expect((await send(url, json({ n: 2 }))).status).toBe(409)
  expect(await second.next()).toMatchObject({ state: 'received', call: { body: { n: 2 } } })
})

describe.each([true, false])('a refused call of a webhook with active: %s', (active) => {
  const secret = 'top secret of a listener'
  const sign = (body: string) => createHmac('sha256', secret).update(body).digest('hex')
  const signed = (body: string) => ({
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-signature': sign(body) },
    body,
  })

  test('does not end the listening: signature, method, size, JSON, Execute Permission (R17)', async () => {
    const data = { hosts: ['plinth.example.com'], header: 'X-Signature', apiKey: secret }
    const credentials = { signing_key: await setup.credential('api-key', data) }
    const { url, id } = await setup.hook({
      parameters: { check: 'signature' },
      credentials,
      settings: { access: { execute: '@request.body.n = 7' } },
      active,
    })
    const listening = await listen(id)
    const refused: [RequestInit, number][] = [
      [json({ n: 7 }, { 'x-signature': sign('another body') }), 401],
      [json({ n: 7 }), 401],
      [{ ...signed('{"n":7}'), method: 'PUT' }, 405],
      [signed(`{"n":7,"x":"${'x'.repeat(1_048_576)}"}`), 413],
      [signed('{'), 400],
      [signed('{"n":8}'), 403],
    ]
    for (const [init, status] of refused) expect((await send(url, init)).status).toBe(status)
    expect((await send(url, signed('{"n":7}'))).status).toBe(202)
    const heard = await listening.next()
    expect(heard).toMatchObject({ state: 'received', call: { body: { n: 7 } } })
    expect(JSON.stringify(heard)).not.toContain(sign('{"n":7}'))
  })
})

test('gives the call to the person who listens only (R20)', async () => {
  const { url, id } = await setup.hook()
  const other = await setup.hook()
  const mine = await listen(id)
  const theirs = await listen(other.id, colleague.client)
  await send(url)
  expect(await mine.next()).toMatchObject({ state: 'received' })
  await send(other.url, json({ other: true }))
  expect(await theirs.next()).toMatchObject({ state: 'received', call: { body: { other: true } } })
})

/** Opens the stream after an event of that id, and reads up to a state. */
async function resume(
  { token }: Pick<Person, 'token'>,
  { workflowId, id, state }: { workflowId: string; id: string; state: string },
): Promise<string> {
  const path = `/api/project/${setup.projectId}/workflow/${workflowId}/listen?nodeId=hook`
  const leaving = new AbortController()
  const answer = await fetch(`${inject('server').address}${path}`, {
    headers: { authorization: `Bearer ${token}`, 'last-event-id': id },
    signal: leaving.signal,
  })
  const decoder = new TextDecoder()
  let text = ''
  for await (const bytes of answer.body ?? []) {
    text += decoder.decode(bytes, { stream: true })
    if (text.includes(`"state":"${state}"`)) break
  }
  leaving.abort()
  return text
}

test('a lost connection resumes with the call that came meanwhile; nobody else can resume it', async () => {
  const { id: workflowId } = await setup.hook()
  const lost = randomUUID()
  await withPlatform((on) =>
    on.query(
      `insert into webhook_listener (id, workflow_id, node_id, staff_id, expires_at, call)
       values ($1, $2, 'hook', $3, now() + interval '1 minute', '{"kept":true}')`,
      [lost, workflowId, setup.owner.id],
    ),
  )
  const theirs = await resume(colleague, { workflowId, id: lost, state: 'listening' })
  expect(theirs).not.toContain('kept')
  expect(theirs).not.toContain(lost)
  const own = await resume(setup.owner, { workflowId, id: lost, state: 'received' })
  expect(own).toContain('"call":{"kept":true}')
})

test('ends after its time, when its starter leaves, and when the same person listens again', async () => {
  const { url, id } = await setup.hook({ active: false })
  const is404 = async () => (await fetch(url, { method: 'PUT' })).status === 404
  const first = await listen(id)
  expect(await is404()).toBe(false)
  const second = await listen(id)
  expect(await first.next()).toMatchObject({ state: 'stopped' })
  second.leave()
  await eventually(is404)
  const third = await listen(id)
  await withPlatform((on) =>
    on.query('update webhook_listener set expires_at = now() where workflow_id = $1', [id]),
  )
  expect(await is404()).toBe(true)
  expect(await third.next()).toMatchObject({ state: 'expired', call: null })
})

test.each([true, false])('reaches a listener of another process, active: %s', async (active) => {
  const { url, id } = await setup.hook({ active })
  const elsewhere = clientOf(setup.owner.token, beside.address)
  const there = await listen(id, elsewhere)
  expect((await send(url, json({ to: 'there' }))).status).toBe(202)
  expect(await there.next()).toMatchObject({ state: 'received', call: { body: { to: 'there' } } })
  const here = await listen(id)
  const urlThere = new URL(new URL(url).pathname, beside.address).href
  expect((await send(urlThere, json({ to: 'here' }))).status).toBe(202)
  expect(await here.next()).toMatchObject({ state: 'received', call: { body: { to: 'here' } } })
})

test('is refused for a node that is no saved webhook, and in production', async () => {
  const place = await hookPlace()
  const { id } = await place.hook()
  const open = (workflowId: string, nodeId: string) =>
    expectApiError(
      place.client
        .stream(listenToWebhook, {
          params: { projectId: place.projectId, workflowId },
          query: { nodeId },
        })
        .next(),
    )
  expect(await open(id, 'set')).toMatchObject({
    code: 'invalid',
    message: 'The saved workflow has no such webhook. Save it first.',
  })
  const admin = await theAdmin()
  await admin.client.call(deployDatabase, { params: place.params, body: {} })
  const live = (await place.list()).find(({ environment }) => environment.name === 'production')
  expect(await open(live?.id ?? '', 'hook')).toMatchObject({
    code: 'invalid',
    message: expect.stringContaining('dev only'),
  })
})
