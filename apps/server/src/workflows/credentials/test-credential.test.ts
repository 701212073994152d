import { createServer, type IncomingMessage, type Server } from 'node:http'
import { type CredentialType, listAudit, testCredential } from '@plinth/contract'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { credentialPlace } from '../../app/testing/credential-place.ts'
import { expectApiError } from '../../app/testing/people.ts'

const CANARY = 'canary-51d27f3a9c'
const { outside } = inject('server')
const base = `http://127.0.0.1:${outside.tried}`
const heard: IncomingMessage['headers'][] = []
let web: Server
let smtp: SMTPServer
let fixture: Awaited<ReturnType<typeof credentialPlace>>

/** A Slack server, a language model and an API in one; it rejects requests without the canary. */
function isKnown({ headers }: IncomingMessage): boolean {
  const basic = Buffer.from(`ada:${CANARY}`).toString('base64')
  return (
    headers.authorization === `Bearer ${CANARY}` ||
    headers.authorization === `Basic ${basic}` ||
    headers['x-key'] === CANARY
  )
}

beforeAll(async () => {
  web = createServer((request, reply) => {
    const { url = '' } = request
    heard.push(request.headers)
    const send = (status: number, body: object) =>
      reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (url === '/away') reply.writeHead(302, { location: 'http://169.254.169.254/' }).end()
    else if (url === '/down') send(503, { echo: request.headers })
    else if (url === '/api/auth.test')
      send(200, isKnown(request) ? { ok: true } : { ok: false, error: 'invalid_auth' })
    else send(isKnown(request) ? 200 : 401, { echo: request.headers, data: [] })
  })
  await new Promise<void>((done) => web.listen(outside.tried, '127.0.0.1', done))
  smtp = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    onAuth: ({ password }, _session, done) =>
      password === CANARY ? done(null, { user: 'ada' }) : done(new Error(`no: ${password}`)),
  })
  await new Promise<void>((done) => smtp.listen(outside.triedMail, '127.0.0.1', done))
  fixture = await credentialPlace()
})
afterAll(async () => {
  web.closeAllConnections()
  await new Promise((done) => web.close(done))
  await new Promise<void>((done) => smtp.close(done))
})

interface Tried {
  id?: string
  type: CredentialType
  data: object
  address?: string
}
const attempt = (body: Tried) =>
  fixture.client.call(testCredential, { params: fixture.params, body: body as never })

const hosts = ['127.0.0.1']
const mail = { host: '127.0.0.1', port: outside.triedMail, secure: false, user: 'ada' }
const openai = { baseUrl: `${base}/v1`, apiKey: CANARY }

test.each<[string, Tried, RegExp]>([
  ['a language model', { type: 'api-credential', data: openai }, /listed its models/],
  ['Slack', { type: 'slack', data: { baseUrl: `${base}/api`, token: CANARY } }, /to Slack/],
  ['a mail server', { type: 'email-smtp', data: { ...mail, password: CANARY } }, /mail server/],
  [
    'a name and a password',
    {
      type: 'basic-auth',
      data: { hosts, username: 'ada', password: CANARY },
      address: `${base}/me`,
    },
    /answered 200/,
  ],
  [
    'a key in a header',
    { type: 'api-key', data: { hosts, header: 'X-Key', apiKey: CANARY }, address: base },
    /answered 200/,
  ],
  ['a token', { type: 'jwt', data: { hosts, token: CANARY }, address: base }, /answered 200/],
  [
    'headers of its own',
    { type: 'custom', data: { hosts, headers: { 'X-Key': CANARY } }, address: base },
    /answered 200/,
  ],
])('signs in: %s', async (_name, body, message) => {
  const answer = await attempt(body)
  expect(answer).toMatchObject({ ok: true, message: expect.stringMatching(message) })
  expect(JSON.stringify(answer)).not.toContain(CANARY)
})

const wrong = 'wrong-canary-0001'
test.each<[string, Tried, RegExp]>([
  ['a wrong key', { type: 'api-credential', data: { ...openai, apiKey: wrong } }, /refused.*401/],
  [
    'a wrong token',
    { type: 'slack', data: { baseUrl: `${base}/api`, token: wrong } },
    /invalid_auth/,
  ],
  [
    'a wrong password',
    { type: 'email-smtp', data: { ...mail, password: wrong } },
    /refused the sign-in/,
  ],
  [
    'a service that is down',
    { type: 'jwt', data: { hosts, token: CANARY }, address: `${base}/down` },
    /answered 503/,
  ],
  [
    'a host it is not for (R18)',
    { type: 'jwt', data: { hosts: ['other.example'], token: CANARY }, address: base },
    /may not be sent to 127\.0\.0\.1/,
  ],
  ['no address', { type: 'jwt', data: { hosts, token: CANARY } }, /Write an address/],
  ['a type that has no test', { type: 'ftp', data: {} }, /cannot be tested/],
  [
    'an address inside (R23)',
    { type: 'api-credential', data: { baseUrl: 'http://169.254.169.254', apiKey: CANARY } },
    /./,
  ],
  [
    'a port inside (R23)',
    {
      type: 'api-credential',
      data: { baseUrl: `http://127.0.0.1:${outside.tried + 1}`, apiKey: CANARY },
    },
    /./,
  ],
  [
    'a mail server inside (R24)',
    { type: 'email-smtp', data: { ...mail, port: 25, password: CANARY } },
    /./,
  ],
  [
    'a redirect inside (R23)',
    { type: 'jwt', data: { hosts, token: CANARY }, address: `${base}/away` },
    /./,
  ],
  [
    'a scheme that is no web address (R26)',
    { type: 'jwt', data: { hosts, token: CANARY }, address: 'file:///etc/passwd' },
    /https/,
  ],
])('reports a failure without the secret: %s', async (_name, body, message) => {
  const answer = await attempt(body)
  expect(answer).toMatchObject({ ok: false, message: expect.stringMatching(message) })
  expect(JSON.stringify(answer)).not.toContain('canary')
})

test('tests a stored secret at its allowed hosts only (R18)', async () => {
  const made = await fixture.create({ data: openai })
  const { id, type, data } = made
  expect((await attempt({ id, type, data })).ok).toBe(true)
  const elsewhere = { ...data, baseUrl: 'https://evil.example/v1' }
  const refused = await expectApiError(attempt({ id, type, data: elsewhere }))
  expect(refused.details).toMatchObject([{ path: 'data.apiKey' }])
  // A fingerprint without its credential, or of another one, decrypts nothing.
  expect((await expectApiError(attempt({ type, data }))).status).toBe(422)
  const other = await fixture.create({ name: 'Other', data: { ...openai, apiKey: 'another-one' } })
  expect((await expectApiError(attempt({ id: other.id, type, data }))).status).toBe(422)
  const theirs = await credentialPlace()
  const foreign = await theirs.create({ data: openai })
  expect((await expectApiError(attempt({ id: foreign.id, type, data }))).status).toBe(404)

  const { entries } = await fixture.client.call(listAudit, {
    params: fixture.params,
    query: { area: 'credential' },
  })
  const tested = entries.find((entry) => entry.action === 'tested' && entry.entity_id === id)
  expect(tested).toMatchObject({ environment: 'dev', after: { name: 'Key', type, ok: true } })
  expect(JSON.stringify(entries)).not.toContain('canary')
})

test('limits the rate of credential tests', async () => {
  const { client, params } = await credentialPlace()
  const body = { type: 'ftp' as const, data: {} }
  const codes: string[] = []
  for (let count = 0; count < 80 && codes.length === 0; count += 1) {
    const answer = await client.call(testCredential, { params, body }).catch((error) => error)
    if (answer instanceof Error) codes.push((answer as { code?: string }).code ?? '')
  }
  expect(codes).toEqual(['rate_limited'])
})
