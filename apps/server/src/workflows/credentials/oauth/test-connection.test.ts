import { readFileSync } from 'node:fs'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import {
  connectCredential,
  createCredential,
  OAUTH_SERVICES,
  testCredential,
  updateCredential,
} from '@plinth/contract'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { credentialPlace } from '../../../app/testing/credential-place.ts'
import { expectApiError } from '../../../app/testing/people.ts'

const TOKEN = 'canary-7f1e20a4b9'
const { outside } = inject('server')
const base = `http://127.0.0.1:${outside.oauthTest}`
const headersOf = new Map<string, Record<string, unknown>>()
let web: Server
let fixture: Awaited<ReturnType<typeof credentialPlace>>

interface Recorded {
  token: Record<string, unknown>
  headers: Record<string, string>
  body: object
  account: string
}

const recorded = (id: string) =>
  JSON.parse(
    readFileSync(join(import.meta.dirname, `testing/recorded/${id}.json`), 'utf8'),
  ) as Recorded

/** Answers that no honest service gives, by path. */
const ODD: Record<string, [number, object, Record<string, string>?]> = {
  '/refuses': [401, {}],
  '/down': [503, {}],
  '/away': [302, {}, { location: 'http://169.254.169.254/' }],
  '/not-ok': [200, { ok: false, error: 'token_revoked' }],
  '/list': [200, []],
  '/echo': [200, { login: `Bearer ${TOKEN}` }, { 'x-oauth-scopes': TOKEN }],
  '/control': [200, { login: 'a\u0000b' }],
}

function send(reply: ServerResponse, [status, body, headers = {}]: (typeof ODD)[string]) {
  reply.writeHead(status, { 'content-type': 'application/json', ...headers })
  reply.end(JSON.stringify(body))
}

/** The token endpoint and the API of every service; the client id names the service. */
beforeAll(async () => {
  web = createServer(async (request, reply) => {
    const { url = '', headers } = request
    const odd = ODD[url]
    headersOf.set(url, headers)
    if (odd) send(reply, odd)
    else if (url === '/token') {
      const form = new URLSearchParams(await text(request))
      const [id] = atob(headers.authorization?.slice(6) ?? '').split(':')
      const { token } = recorded(form.get('client_id') ?? id ?? '')
      send(reply, [200, { token_type: 'bearer', ...token, access_token: TOKEN }])
    } else if (headers.authorization !== `Bearer ${TOKEN}`) send(reply, [401, {}])
    else {
      const answer = recorded(url.slice(1))
      send(reply, [200, answer.body, answer.headers])
    }
  })
  await new Promise<void>((done) => web.listen(outside.oauthTest, '127.0.0.1', done))
  fixture = await credentialPlace()
})
afterAll(async () => {
  web.closeAllConnections()
  await new Promise((done) => web.close(done))
})

const startScopes = (id: string) => {
  const service = OAUTH_SERVICES.find((one) => one.id === id)
  const names = service?.scopes.filter(({ isStart }) => isStart).map(({ name }) => name)
  return names?.join(service?.separator) ?? ''
}

async function create(service: string, more: object = {}) {
  const { client, params } = fixture
  const data = {
    hosts: [],
    service,
    tokenUrl: `${base}/token`,
    clientId: service,
    clientSecret: 'a secret',
    clientAuthentication: service === 'discord' ? 'body' : 'basic',
    scope: startScopes(service),
    ...more,
  }
  const body = { name: `${service} ${Math.random()}`, type: 'oauth2' as const, data }
  return (await client.call(createCredential, { params, body })).credential
}

async function attempt(service: string, { path = `/${service}`, ...more }: { path?: string } = {}) {
  const { id, data } = await create(service, more)
  return tryIt({ id, data, address: `${base}${path}` })
}

const tryIt = (body: { id?: string; data: object; address?: string }) =>
  fixture.client.call(testCredential, {
    params: fixture.params,
    body: { type: 'oauth2', ...body } as never,
  })

describe('a service of the catalogue', () => {
  test('there are twelve, each with its own recorded answer', () => {
    expect(new Set(OAUTH_SERVICES.map(({ id }) => id)).size).toBe(12)
  })

  test.each(OAUTH_SERVICES.map(({ id, label }) => [label, id]))(
    '%s names its account, and lacks no scope',
    async (label, id) => {
      const { account } = recorded(id)
      const answer = await attempt(id)
      expect(answer).toMatchObject({ ok: true, account })
      expect(answer.message).toBe(`Signed in to ${label} as ${account}.`)
      expect(answer.scopes?.missing ?? []).toEqual([])
    },
  )

  test('gets the headers that it asks for', async () => {
    await attempt('notion')
    expect(headersOf.get('/notion')).toMatchObject({
      'notion-version': '2022-06-28',
      'user-agent': 'Plinth',
    })
  })

  test.each([
    ['github', 'read:user user:email read:org', ['read:org']],
    ['slack', 'chat:write,users:read', ['users:read']],
    ['hubspot', 'oauth crm.objects.deals.read', ['crm.objects.deals.read']],
    ['microsoft', 'offline_access User.Read Mail.Read', ['Mail.Read']],
  ])('%s: scopes that were asked for but not granted are named', async (id, scope, missing) => {
    const answer = await attempt(id, { scope } as object)
    expect(answer).toMatchObject({ ok: true, scopes: { missing } })
    expect(answer.message).toContain(`Not granted: ${missing.join(', ')}.`)
  })

  test('that names no scopes lacks none', async () => {
    expect((await attempt('asana')).scopes).toBeUndefined()
  })
})

describe('an access token is refused', () => {
  test.each([
    ['/refuses', 'refused the access token (401)'],
    ['/down', 'answered 503'],
    ['/away', 'redirects too often'],
    ['/not-ok', 'refused the access token (token_revoked)'],
    ['/list', 'not valid'],
  ])('by %s', async (path, message) => {
    const answer = await attempt('slack', { path })
    expect(answer.ok).toBe(false)
    expect(answer.message).toContain(message)
  })

  test('for a host that the credential is not for (R18)', async () => {
    const { id, data } = await create('github')
    // Without an address it is tested at the service, which is not among its hosts.
    expect(await tryIt({ id, data })).toMatchObject({
      ok: false,
      message: expect.stringContaining('may not be sent to api.github.com'),
    })
  })

  test('by the token endpoint', async () => {
    const { id, data } = await create('github', { tokenUrl: `${base}/refuses` })
    const answer = await tryIt({ id, data, address: `${base}/github` })
    expect(answer.ok).toBe(false)
    expect(answer.message).toContain('is not valid')
  })
})

describe('a test', () => {
  // Tests are limited per person.
  beforeAll(async () => {
    fixture = await credentialPlace()
  })

  test('returns no token that a server repeats (R17)', async () => {
    const answer = await attempt('github', { path: '/echo', scope: '' } as object)
    expect(answer).toMatchObject({ ok: true, message: 'Signed in to GitHub.' })
    expect(JSON.stringify(answer)).not.toContain(TOKEN)
  })

  test('shows no account with control characters', async () => {
    expect((await attempt('github', { path: '/control' })).account).toBeUndefined()
  })

  test('of changed data asks to save first, and sends nothing', async () => {
    const { id, data } = await create('github')
    headersOf.clear()
    const answer = await tryIt({ id, data: { ...data, scope: 'repo' }, address: `${base}/github` })
    expect(answer).toMatchObject({ ok: false, message: expect.stringContaining('Save') })
    expect(headersOf.size).toBe(0)
  })

  test('of a typed access token needs no saved credential', async () => {
    const data = { service: 'github', hosts: ['127.0.0.1'], accessToken: TOKEN }
    expect(await tryIt({ data, address: `${base}/github` })).toMatchObject({ account: 'octocat' })
  })

  test('of another service needs an address, and names no account', async () => {
    const { id, data } = await create('github', { service: '' })
    expect(await tryIt({ id, data })).toMatchObject({
      ok: false,
      message: expect.stringContaining('Write an address'),
    })
    const answer = await tryIt({ id, data, address: `${base}/github` })
    expect(answer).toMatchObject({ ok: true, message: 'The address answered 200.' })
    expect(answer.account).toBeUndefined()
  })

  test('of a credential that nobody connected says so', async () => {
    const { id, data } = await create('github', { authorizationUrl: 'https://github.com/a' })
    expect(await tryIt({ id, data, address: `${base}/github` })).toMatchObject({
      ok: false,
      message: expect.stringContaining('not connected'),
    })
  })

  test('of settings that are not complete names the field', async () => {
    const { id, data } = await create('github', { clientId: '' })
    const call = tryIt({ id, data, address: `${base}/github` })
    expect(await expectApiError(call)).toMatchObject({ details: [{ path: 'data.clientId' }] })
  })
})

test('a token without a life gets that of its service', async () => {
  const { client, params } = fixture
  const [one, two] = [await create('salesforce'), await create('github')]
  const ends = async ({ id, name, data }: typeof one) => {
    await client.call(connectCredential, { params: { ...params, id } })
    const body = { name, type: 'oauth2' as const, data }
    const { credential } = await client.call(updateCredential, { params: { ...params, id }, body })
    return credential.connection?.expires_at
  }
  const life = Date.parse((await ends(one)) ?? '') - Date.now()
  expect(life / 1000).toBeGreaterThan(7000)
  expect(life / 1000).toBeLessThanOrEqual(7200)
  expect(await ends(two)).toBeNull()
})
