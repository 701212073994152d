import { expect, test } from 'vitest'
import { fakeServices, runAlone } from '../testing/run-alone.ts'

const credentials = {
  crd_basic: {
    type: 'basic-auth',
    data: { username: 'ada', password: 'lövelace' },
    hosts: ['api.example.com'],
  },
  crd_key: { type: 'api-key', data: { header: 'X-Key', apiKey: 's3cret' }, hosts: ['a.example'] },
  crd_own: { type: 'custom', data: { headers: { 'X-One': '1' } }, hosts: ['a.example'] },
  crd_slack: {
    type: 'slack',
    data: { baseUrl: 'https://slack.example/api/', token: 'xoxb' },
    hosts: ['slack.example'],
  },
  crd_ai: {
    type: 'api-credential',
    data: { baseUrl: 'https://ai.example/v1', apiKey: 'sk' },
    hosts: ['ai.example'],
  },
  crd_mail: {
    type: 'email-smtp',
    data: { host: 'smtp.example', port: 587, from: 'plinth@example.com' },
    hosts: ['smtp.example'],
  },
}

test('http: sends query, headers, JSON body and idempotency key', async () => {
  const services = fakeServices({
    answer: { status: 201, headers: { 'content-type': 'application/json' }, body: '{"id":7}' },
  })
  const outcome = await runAlone(
    'http_request',
    {
      method: 'POST',
      url: 'https://api.example.com/orders?a=1',
      query: { q: 'x y', list: [1, 2], none: null },
      headers: { 'X-Own': '{{ $in.name }}' },
      body_kind: 'json',
      body_json: '{"name": {{ $in.name }}}',
    },
    { input: { name: 'Ada' }, services },
  )
  expect(outcome).toMatchObject({ status: 'done', value: { status: 201, body: { id: 7 } } })
  expect(services.calls).toEqual([
    {
      method: 'POST',
      url: 'https://api.example.com/orders?a=1&q=x%20y&list=1&list=2',
      headers: [
        ['X-Own', 'Ada'],
        ['content-type', 'application/json'],
        ['idempotency-key', 'run_1:n'],
      ],
      body: '{"name":"Ada"}',
      timeLimitMs: 30_000,
    },
  ])
})

test.each([
  ['basic-auth', { basic_auth: 'crd_basic' }, ['authorization', 'Basic YWRhOmzDtnZlbGFjZQ==']],
  ['api-key', { api_key: 'crd_key' }, ['X-Key', 's3cret']],
  ['custom', { custom: 'crd_own' }, ['X-One', '1']],
  ['api-credential', { api_credential: 'crd_ai' }, ['authorization', 'Bearer sk']],
])(
  'http: authenticates with %s, separate from the other headers',
  async (authentication, own, header) => {
    const services = fakeServices({ credentials })
    const parameters = { url: 'https://a.example/', authentication }
    await runAlone('http_request', parameters, { credentials: own, services })
    expect(services.calls[0]?.secret?.headers).toEqual([header])
    expect(services.calls[0]?.headers).toEqual([])
  },
)

test.each([
  ['no credential chosen', { authentication: 'api-key' }, {}],
  ['one of another type', { authentication: 'api-key' }, { api_key: 'crd_slack' }],
  ['an unknown way', { authentication: 'toString' }, {}],
  ['an unknown method', { method: 'TRACE' }, {}],
  ['no address', { url: ' ' }, {}],
])('http: rejects %s before sending', async (_name, parameters, own) => {
  const services = fakeServices({ credentials })
  const all = { url: 'https://a.example/', ...parameters }
  const outcome = await runAlone('http_request', all, { credentials: own, services })
  expect(outcome).toMatchObject({ status: 'failed', failure: { retry: false } })
  expect(services.calls).toEqual([])
})

test.each([
  [503, 'fail', { status: 'failed', failure: { retry: true } }],
  [404, 'fail', { status: 'failed', failure: { retry: false } }],
  [404, 'pass', { status: 'done', value: { status: 404 } }],
])('http: response with status %i, %s', async (status, on_status, expected) => {
  const services = fakeServices({ answer: { status, headers: {}, body: 'no' } })
  const parameters = { url: 'https://a.example/', on_status }
  expect(await runAlone('http_request', parameters, { services })).toMatchObject(expected)
})

test('http: rejects JSON with a dangerous key (R35)', async () => {
  const headers = { 'content-type': 'application/json' }
  const services = fakeServices({
    answer: { status: 200, headers, body: '{"a":{"__proto__":{"x":1}}}' },
  })
  const outcome = await runAlone('http_request', { url: 'https://a.example/' }, { services })
  expect(outcome).toMatchObject({ status: 'failed', failure: { retry: false } })
})

test('slack: posts to the credential’s URL and reports the error in the body', async () => {
  const own = { credential: 'crd_slack' }
  const parameters = { channel: '#orders', message: 'Hello {{ $in }}' }
  const body = '{"ok":true,"channel":"C1","ts":"1.2"}'
  const services = fakeServices({ credentials, answer: { status: 200, headers: {}, body } })
  expect(await runAlone('slack', parameters, { credentials: own, services, input: 'Ada' })).toEqual(
    {
      status: 'done',
      value: { channel: 'C1', ts: '1.2' },
    },
  )
  expect(services.calls[0]).toMatchObject({
    url: 'https://slack.example/api/chat.postMessage',
    secret: { headers: [['authorization', 'Bearer xoxb']], hosts: ['slack.example'] },
    body: '{"channel":"#orders","text":"Hello Ada"}',
  })
  services.answer = { status: 200, headers: {}, body: '{"ok":false,"error":"channel_not_found"}' }
  expect(
    await runAlone('slack', parameters, { credentials: own, services, input: 1 }),
  ).toMatchObject({
    failure: { message: expect.stringContaining('channel_not_found') },
  })
})

test('chatgpt: sends an OpenAI request and parses JSON if requested', async () => {
  const own = { credential: 'crd_ai' }
  const body = JSON.stringify({ model: 'm', choices: [{ message: { content: '{"sum":3}' } }] })
  const services = fakeServices({ credentials, answer: { status: 200, headers: {}, body } })
  const parameters = { model: 'm', system: 'Be brief', prompt: 'Add', format: 'json' }
  expect(await runAlone('chatgpt', parameters, { credentials: own, services })).toEqual({
    status: 'done',
    value: { answer: { sum: 3 }, model: 'm', usage: null },
  })
  expect(services.calls[0]?.url).toBe('https://ai.example/v1/chat/completions')
  expect(JSON.parse(services.calls[0]?.body ?? '')).toEqual({
    model: 'm',
    messages: [
      { role: 'system', content: 'Be brief' },
      { role: 'user', content: 'Add' },
    ],
    temperature: 1,
    response_format: { type: 'json_object' },
  })
})

test('email: sends from the credential’s address with the step’s key', async () => {
  const services = fakeServices({ credentials })
  const parameters = { to: 'a@example.com', subject: 'Hi {{ $in }}', body: 'Text' }
  const own = { credential: 'crd_mail' }
  expect(await runAlone('email', parameters, { credentials: own, services, input: 'Bob' })).toEqual(
    {
      status: 'done',
      value: { accepted: ['a@example.com'], rejected: [] },
    },
  )
  expect(services.mails[0]).toMatchObject({
    from: 'plinth@example.com',
    subject: 'Hi Bob',
    text: 'Text',
    key: 'run_1:n',
  })
})
