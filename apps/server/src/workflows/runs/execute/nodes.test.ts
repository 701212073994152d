import { createServer, type IncomingMessage, type Server } from 'node:http'
import { createConstant, createCredential, getRun, listEnvironments } from '@plinth/contract'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { withPlatform } from '../../../app/testing/people.ts'
import { readRunEverywhere } from '../../../app/testing/read-run-everywhere.ts'
import { runnable, runPlace, wires } from '../../../app/testing/runnable.ts'

const CANARY = 'canary-7f3a9c51d2'
let place: Awaited<ReturnType<typeof runPlace>>
let web: Server
let smtp: SMTPServer
const { outside } = inject('server')
const address = `http://127.0.0.1:${outside.http}`
const calls: { method: string; url: string; headers: IncomingMessage['headers']; body: string }[] =
  []
const mails: string[] = []

/** An ordinary HTTP server, a Slack server and a language model in one; it echoes requests. */
function answer(url: string, body: string): object {
  if (url.endsWith('/chat.postMessage')) return { ok: true, channel: 'C1', ts: '1.2' }
  if (url.endsWith('/chat/completions')) {
    return { model: 'small', choices: [{ message: { role: 'assistant', content: 'Hello Ada' } }] }
  }
  return { url, sent: body === '' ? null : JSON.parse(body), echo: calls.at(-1)?.headers }
}

beforeAll(async () => {
  web = createServer(async (request, reply) => {
    let body = ''
    for await (const part of request) body += part
    const { method = '', url = '', headers } = request
    calls.push({ method, url, headers, body })
    if (url === '/away') reply.writeHead(302, { location: 'http://169.254.169.254/' }).end()
    else if (url === '/round') reply.writeHead(302, { location: '/round' }).end()
    else if (url === '/moved') reply.writeHead(307, { location: '/there' }).end()
    else if (url === '/large') reply.end('x'.repeat(11 * 1024 * 1024))
    else if (url === '/down') reply.writeHead(503).end('later')
    else
      reply
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify(answer(url, body)))
  })
  await new Promise<void>((resolve) => web.listen(outside.http, '127.0.0.1', resolve))
  smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, _session, done) => {
      let text = ''
      stream.on('data', (part) => (text += part))
      stream.on('end', () => {
        mails.push(text)
        done()
      })
    },
  })
  await new Promise<void>((resolve) => smtp.listen(outside.smtp, '127.0.0.1', resolve))
  place = await runPlace()
})
afterAll(async () => {
  web.closeAllConnections()
  await new Promise((resolve) => web.close(resolve))
  await new Promise<void>((resolve) => smtp.close(resolve))
})

async function credential(type: string, data: object): Promise<string> {
  const made = await place.client.call(createCredential, {
    params: { projectId: place.projectId },
    body: { name: `${type} ${Math.random()}`, type: type as never, data: data as never },
  })
  return made.credential.id
}
const http = (id: string, parameters: object, more = {}) =>
  runnable(id, 'http_request', { parameters: parameters as never, ...more })

test('runs script, HTTP and mail in one run', async () => {
  const mailServer = await credential('email-smtp', {
    host: '127.0.0.1',
    port: outside.smtp,
    secure: false,
    user: '',
    password: '',
    from: 'plinth@example.com',
  })
  const { result, runId } = await place.execute({
    nodes: [
      runnable('make', 'javascript', {
        parameters: { code: 'console.log("making", $in); return { total: 40 + 2 }' },
      }),
      http('post', {
        method: 'POST',
        url: `${address}/orders`,
        body_kind: 'json',
        body_json: '{"total": {{ $in.total }}, "twice": {{ $in.total * 2 }}}',
      }),
      runnable('mail', 'email', {
        parameters: {
          to: 'ada@example.com',
          subject: 'Order of {{ $node["make"].total }}',
          body: 'Sent: {{ $in.body.sent.twice }}',
        },
        credentials: { credential: mailServer },
      }),
    ],
    edges: wires('make -> post', 'post -> mail'),
  })
  expect(result.make).toEqual({ total: 42 })
  expect(result.post).toMatchObject({ status: 200, body: { sent: { total: 42, twice: 84 } } })
  expect(result.mail).toEqual({ accepted: ['ada@example.com'], rejected: [] })
  expect(calls.at(-1)?.headers['idempotency-key']).toBe(`${runId}:post`)
  expect(mails.at(-1)).toContain('Subject: Order of 42')
  expect(mails.at(-1)).toContain('Sent: 84')
  const params = { projectId: place.projectId, runId }
  const { run } = await place.client.call(getRun, { params })
  expect(run.nodes[0]?.logs).toEqual(['making null'])
})

test('calls Slack and a language model by credential, and reads constants by name', async () => {
  const slack = await credential('slack', { baseUrl: `${address}/api`, token: CANARY })
  const model = await credential('api-credential', { baseUrl: `${address}/v1`, apiKey: CANARY })
  const params = { projectId: place.projectId }
  const { environments } = await place.client.call(listEnvironments, { params })
  const dev = environments.find(({ name }) => name === 'dev')?.id ?? ''
  await place.client.call(createConstant, {
    params,
    body: { key: 'CHANNEL', value: '#orders', environment: dev },
  })
  const { result } = await place.execute({
    nodes: [
      runnable('ask', 'chatgpt', {
        parameters: { model: 'small', prompt: 'Greet Ada' },
        credentials: { credential: model },
      }),
      runnable('say', 'slack', {
        parameters: { channel: '{{ $const.CHANNEL }}', message: '{{ $in.answer }}' },
        credentials: { credential: slack },
      }),
    ],
    edges: wires('ask -> say'),
  })
  expect(result).toMatchObject({ ask: { answer: 'Hello Ada' }, say: { channel: 'C1' } })
  expect(JSON.parse(calls.at(-1)?.body ?? '')).toEqual({ channel: '#orders', text: 'Hello Ada' })
  expect(calls.at(-1)?.headers.authorization).toBe(`Bearer ${CANARY}`)
})

test('puts a secret into the call and nowhere else, even if it is echoed (R17)', async () => {
  const key = await credential('api-key', { hosts: ['127.0.0.1'], header: 'X-Key', apiKey: CANARY })
  const { result, runId } = await place.execute({
    nodes: [
      http(
        'call',
        { url: `${address}/echo`, authentication: 'api-key' },
        { credentials: { api_key: key } },
      ),
    ],
  })
  expect(calls.at(-1)?.headers['x-key']).toBe(CANARY)
  expect(result.call).toMatchObject({ body: { echo: { 'x-key': '•••' } } })
  const stored = await withPlatform(async (on) => {
    const { rows } = await on.query(
      `select run.*, run_step.*, content from run join run_step on run_id = run.id
       join run_graph on digest = graph_digest where run.id = $1`,
      [runId],
    )
    return JSON.stringify(rows)
  })
  expect(stored).not.toContain(CANARY)
  const told = await readRunEverywhere(place.owner, { ...place, runId, from: 'call' })
  expect(told.match(/•••/g)?.length).toBeGreaterThan(8)
  expect(told).not.toContain(CANARY)
})

const failing: [string, object, string][] = [
  ['another host than the credential’s', { authentication: 'api-key' }, 'may not be sent to'],
  ['a private address', { url: 'http://10.0.0.1/' }, 'private address'],
  ['its own API', { url: inject('server').address }, 'private address'],
  ['a redirect to metadata', { url: `${address}/away` }, 'private address'],
  ['a redirect loop', { url: `${address}/round` }, 'too often'],
  ['a response that is too large', { url: `${address}/large` }, '10 MB'],
  ['a header with a line break', { headers: { 'X-A': 'b\r\nHost: c' } }, 'not allowed'],
  ['a reserved header', { headers: { Host: 'c' } }, 'cannot be set'],
  ['a scheme that is none', { url: 'file:///etc/passwd' }, 'https://'],
  ['a name in the address', { url: `http://a:b@127.0.0.1:${outside.http}/` }, 'credential'],
  ['a server that is down', { url: `${address}/down` }, 'answered 503'],
]
test.each(failing)('HTTP: %s fails the node (R23–R26)', async (_name, parameters, message) => {
  const key = await credential('api-key', {
    hosts: ['api.example.com'],
    header: 'X',
    apiKey: CANARY,
  })
  const { result } = await place.execute({
    nodes: [http('call', { url: `${address}/`, ...parameters }, { credentials: { api_key: key } })],
    settings: { errorHandling: { failureAction: 'continue' } },
  })
  expect(result.call).toEqual({ error: { message: expect.stringContaining(message) } })
  expect(JSON.stringify(result)).not.toContain(CANARY)
})

test('follows a redirect on the same server with method and body', async () => {
  const { result } = await place.execute({
    nodes: [
      http('call', {
        method: 'PUT',
        url: `${address}/moved`,
        body_kind: 'json',
        body_json: '{"a":1}',
      }),
    ],
  })
  expect(result.call).toMatchObject({ body: { url: '/there', sent: { a: 1 } } })
})

test('mail: rejects line breaks in a field and internal servers (R24, R26)', async () => {
  const inside = await credential('email-smtp', {
    host: '10.0.0.1',
    port: 25,
    from: 'a@example.com',
  })
  const allowed = await credential('email-smtp', {
    host: '127.0.0.1',
    port: outside.smtp,
    from: 'a@example.com',
  })
  const mail = (id: string, subject: string, used: string) =>
    runnable(id, 'email', {
      parameters: { to: 'b@example.com', subject, body: '' },
      credentials: { credential: used },
    })
  const before = mails.length
  const { result } = await place.execute({
    nodes: [mail('inside', 'Hi', inside), mail('broken', '{{ "a\\r\\nBcc: c@d.e" }}', allowed)],
    settings: { errorHandling: { failureAction: 'continue' } },
  })
  expect(JSON.stringify(result.inside)).toContain('private address')
  expect(JSON.stringify(result.broken)).toContain('not allowed')
  expect(mails.length).toBe(before)
})
