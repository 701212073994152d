import { createHmac } from 'node:crypto'
import { deployDatabase } from '@plinth/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { addressOf, hookPlace } from '../../../app/testing/hook-place.ts'
import { theAdmin } from '../../../app/testing/people.ts'
import { runnable, wires } from '../../../app/testing/runnable.ts'

let setup: Awaited<ReturnType<typeof hookPlace>>
beforeAll(async () => {
  setup = await hookPlace()
})

const json = (body: unknown, headers: Record<string, string> = {}) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
})
const hosts = ['plinth.example.com']

test('acknowledges a call with its run, whose payload has no secrets', async () => {
  const { url, id } = await setup.hook()
  const secrets = { cookie: 'a=b', authorization: 'Bearer xyz', 'x-plinth-server-key': 'plk_xyz' }
  const sent = { ...secrets, 'x-event': 'push' }
  const answer = await fetch(`${url}/orders/7?a=1&b=2&b=3`, json({ n: 4 }, sent))
  expect(answer.status).toBe(202)
  const { runId } = (await answer.json()) as { runId: string }
  const run = await setup.untilEnded(runId)
  expect(run).toMatchObject({ status: 'succeeded', trigger: 'webhook', workflowId: id, version: 1 })
  const seen = run.result?.Seen as Record<string, Record<string, unknown>>
  expect(seen).toMatchObject({
    method: 'POST',
    path: '/orders/7',
    query: { a: '1', b: ['2', '3'] },
    headers: { 'x-event': 'push', 'content-type': 'application/json' },
    body: { n: 4 },
  })
  expect(Object.keys(seen.headers ?? {})).not.toEqual(expect.arrayContaining(['cookie']))
  expect(JSON.stringify(run)).not.toContain('xyz')
  expect(answer.headers.get('access-control-allow-origin')).toBeNull()
})

test.each([
  ['text', 'text/plain', 'häh', 'häh'],
  ['a form', 'application/x-www-form-urlencoded', 'a=1&b=x%20y&b=z', { a: '1', b: ['x y', 'z'] }],
  ['JSON with another media type', 'application/cloudevents+json', '[1]', [1]],
  ['bytes', 'image/png', Buffer.from([1, 2, 255]), { type: 'image/png', base64: 'AQL/' }],
  ['invalid UTF-8 text', 'text/plain', Buffer.from([255]), { type: 'text/plain', base64: '/w==' }],
  ['empty', 'application/json', '', null],
])('accepts a body that is %s', async (_name, type, body, seen) => {
  const { url } = await setup.hook({ parameters: { answer: 'result' }, value: '{{ $in.body }}' })
  const headers = { 'content-type': type }
  const answer = await fetch(url, { method: 'POST', headers, body: body as string })
  expect(await answer.json()).toEqual({ runId: expect.any(String), result: seen })
  expect(answer.status).toBe(200)
})

test('accepts a form with a file', async () => {
  const { url } = await setup.hook({ parameters: { answer: 'result' }, value: '{{ $in.body }}' })
  const form = new FormData()
  form.append('name', 'Ada')
  form.append('photo', new File([new Uint8Array([1])], 'a.png', { type: 'image/png' }))
  const answer = await fetch(url, { method: 'POST', body: form })
  expect(await answer.json()).toMatchObject({
    result: { name: 'Ada', photo: { name: 'a.png', type: 'image/png', base64: 'AQ==' } },
  })
})

test("replies with the Respond node's status, headers and value", async () => {
  const say = { status: 201, headers: '{"X-Total": "2"}', value: '{{ $in.body.n }}' }
  const workflow = await setup.create({
    name: 'Says it itself',
    nodes: [
      runnable('hook', 'trigger-webhook', { parameters: { answer: 'result' } }),
      runnable('say', 'respond', { parameters: say }),
    ],
    connections: wires('hook -> say'),
    active: true,
  })
  const answer = await fetch(addressOf(workflow), json({ n: 7 }))
  expect(answer.status).toBe(201)
  expect(answer.headers.get('x-total')).toBe('2')
  expect(answer.headers.get('content-type')).toContain('application/json')
  expect(await answer.json()).toBe(7)
})

test('redirects only if the Respond node allows it; otherwise the run fails there', async () => {
  const say = { status: 302, headers: '{"Location": "https://elsewhere.example/"}', value: '1' }
  const answers = ['yes', 'no', undefined].map(async (redirects) => {
    const workflow = await setup.create({
      name: `Redirects ${redirects}`,
      nodes: [
        runnable('hook', 'trigger-webhook', { parameters: { answer: 'result' } }),
        runnable('say', 'respond', { parameters: redirects ? { ...say, redirects } : say }),
      ],
      connections: wires('hook -> say'),
      active: true,
    })
    const answer = await fetch(addressOf(workflow), { ...json({}), redirect: 'manual' })
    await answer.text()
    const [run] = await setup.runsOf(workflow.id)
    return [answer.status, answer.headers.get('location'), run?.error?.message]
  })
  const refused = [
    500,
    null,
    expect.stringContaining('Set "Allow redirects" of this node to "Yes"'),
  ]
  const sent = [302, 'https://elsewhere.example/', undefined]
  expect(await Promise.all(answers)).toEqual([sent, refused, refused])
})

test('answers 500 with only the run id when the run fails', async () => {
  const { url } = await setup.hook({ parameters: { answer: 'result' }, value: '{{ $in.nothing }}' })
  const answer = await fetch(url, json({}))
  expect(answer.status).toBe(500)
  expect(await answer.json()).toMatchObject({
    error: { message: 'The run failed.', details: { runId: expect.stringMatching(/^run_/) } },
  })
})

test('returns the same run for the same Idempotency-Key', async () => {
  const { url, id } = await setup.hook()
  const send = async () =>
    ((await (await fetch(url, json({}, { 'idempotency-key': 'k1' }))).json()) as { runId: string })
      .runId
  const first = await send()
  expect(await send()).toBe(first)
  expect(await setup.runsOf(id)).toHaveLength(1)
})

describe('indistinguishable 404', () => {
  test.each([
    ['never existed', async () => '/hooks/dev/aaaaaaaaaaaaaaaaaaaaaa'],
    ['has an invalid URL', async () => '/hooks/dev/short'],
    ['is not active', async () => new URL((await setup.hook({ active: false })).url).pathname],
    [
      'is of the other environment',
      async () => new URL((await setup.hook()).url).pathname.replace('/dev/', '/production/'),
    ],
  ])('a webhook that %s', async (_name, path) => {
    const known = await setup.hook()
    const answer = await fetch(new URL(await path(), known.url), json({}))
    expect(answer.status).toBe(404)
    expect(await answer.json()).toMatchObject({
      error: { code: 'not_found', message: 'Not found' },
    })
  })
})

test('answers 404 while deactivated, and works at the same URL when reactivated', async () => {
  const made = await setup.hook()
  const { name, id, url } = made
  const status = async () => (await fetch(url, json({}))).status
  expect(await status()).toBe(202)
  await setup.update(id, { name, ...setup.body({}), active: false })
  expect(await status()).toBe(404)
  await setup.update(id, { name, ...setup.body({}), active: true })
  expect(await status()).toBe(202)
})

test('gives production its own URL on deploy', async () => {
  const there = await hookPlace()
  await there.hook()
  const admin = await theAdmin()
  await admin.client.call(deployDatabase, { params: there.params, body: {} })
  const live = (await there.list()).find(({ environment }) => environment.name === 'production')
  const url = live ? addressOf(live) : ''
  expect(url).toContain('/hooks/production/')
  expect((await fetch(url, json({}))).status).toBe(202)
})

describe('refused', () => {
  test.each([
    ['a wrong method', {}, { method: 'PUT', body: '' }, 405],
    ['invalid JSON', {}, { ...json({}), body: '{' }, 400],
    ['a key that reaches a prototype (R35)', {}, { ...json({}), body: '{"__proto__":1}' }, 400],
    ['more than a megabyte (R33)', {}, { method: 'POST', body: 'x'.repeat(1_048_577) }, 413],
    ['a bad Idempotency-Key', {}, json({}, { 'idempotency-key': 'ä b' }), 400],
  ])('%s', async (_name, options, init, status) => {
    const { url, id } = await setup.hook(options)
    const answer = await fetch(url, init)
    expect(answer.status).toBe(status)
    expect(await answer.json()).toMatchObject({ error: { requestId: expect.any(String) } })
    expect(await setup.runsOf(id)).toEqual([])
  })

  test('reports and records a workflow that cannot run', async () => {
    const { url, id } = await setup.hook()
    const { nodes } = setup.body({})
    const twice = nodes.map((node) => ({ ...node, data: { ...node.data, label: 'Same' } }))
    const loose = { id: 'x', source: 'set', target: 'hook', sourceHandle: null, targetHandle: null }
    const name = (await setup.get(id)).name
    await setup.update(id, { name, nodes: twice, connections: [loose], active: true })
    expect((await fetch(url, json({}))).status).toBe(409)
    expect(await setup.runsOf(id)).toMatchObject([
      { status: 'failed', error: { message: expect.stringContaining('leads nowhere') } },
    ])
  })
})

test('accepts any method if the node allows it', async () => {
  const { url } = await setup.hook({ parameters: { method: 'any' } })
  for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
    expect((await fetch(url, { method })).status).toBe(202)
  }
})

describe('authentication', () => {
  const secret = 'top secret of a test'
  const base64 = (text: string) => Buffer.from(text).toString('base64')
  const kinds = {
    bearer: { type: 'api-credential', data: { baseUrl: 'https://a.example.com', apiKey: secret } },
    basic: { type: 'basic-auth', data: { hosts, username: 'ada', password: secret } },
    header: { type: 'api-key', data: { hosts, header: 'X-Key', apiKey: secret } },
  } as const
  const parameter = { bearer: 'bearer_token', basic: 'basic_auth', header: 'header_key' } as const

  test.each([
    ['bearer', { authorization: `Bearer ${secret}` }, 202],
    ['bearer', { authorization: 'Bearer wrong' }, 401],
    ['bearer', {}, 401],
    ['basic', { authorization: `Basic ${base64(`ada:${secret}`)}` }, 202],
    ['basic', { authorization: `Basic ${base64('ada:')}` }, 401],
    ['header', { 'x-key': secret }, 202],
    ['header', { 'x-key': `${secret} x` }, 401],
    ['header', {}, 401],
  ] as const)('by %s with %o: %i', async (check, headers, status) => {
    const { type, data } = kinds[check]
    const credentials = { [parameter[check]]: await setup.credential(type, data) }
    const { url, id } = await setup.hook({ parameters: { check }, credentials })
    expect((await fetch(url, json({}, headers))).status).toBe(status)
    const runs = await setup.runsOf(id)
    expect(runs).toHaveLength(status === 202 ? 1 : 0)
    const [run] = runs
    if (run) expect(JSON.stringify(await setup.untilEnded(run.id))).not.toContain(secret)
  })

  test("rejects every call if the check's credential is missing", async () => {
    const { url } = await setup.hook({ parameters: { check: 'header' } })
    expect((await fetch(url, json({}))).status).toBe(401)
  })

  test('does not accept a credential of another project (R18)', async () => {
    const foreign = await hookPlace()
    const { type, data } = kinds.header
    const credentials = { header_key: await foreign.credential(type, data) }
    const { url } = await setup.hook({ parameters: { check: 'header' }, credentials })
    expect((await fetch(url, json({}, { 'x-key': secret }))).status).toBe(401)
  })

  test('runs a signed call once however often it is sent, and rejects an old one', async () => {
    const data = { hosts, header: 'X-Signature', apiKey: secret }
    const credentials = { signing_key: await setup.credential('api-key', data) }
    const parameters = { check: 'signature', signed_text: 'timestamp', timestamp_header: 'X-Time' }
    const { url, id } = await setup.hook({ parameters, credentials })
    const signed = (seconds: number, body = '{}') => {
      const signature = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')
      return json({}, { 'x-time': String(seconds), 'x-signature': signature })
    }
    const now = Math.floor(Date.now() / 1000)
    const first = await fetch(url, signed(now))
    const again = await fetch(url, signed(now))
    expect([first.status, again.status]).toEqual([202, 202])
    expect(await again.json()).toEqual(await first.json())
    expect((await fetch(url, signed(now, '{"other":1}'))).status).toBe(401)
    expect((await fetch(url, signed(now - 400))).status).toBe(401)
    expect(await setup.runsOf(id)).toHaveLength(1)
  })
})
