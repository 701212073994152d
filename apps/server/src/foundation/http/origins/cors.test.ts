import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { createDomain, type EnvironmentName, listEnvironments, saveOrigins } from '@plinth/contract'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { appConfiguration, newApp, signUp } from '../../../app/testing/app-tables.ts'
import { newStaff, type Person, theAdmin } from '../../../app/testing/people.ts'

/** Only pages of allowed origins may read an answer: exact ones in production, in dev also local ones (R32). */
let owner: Person
let app: string
let other: string
let token: string
const host = `${randomUUID()}.example.com`
const onProduction = `${randomUUID()}.example.com`
const elsewhere = `${randomUUID()}.example.com`
const local = `${randomUUID()}.localhost`
const listed = `http://${randomUUID()}.example.com:8080`
const liveLocal = `${randomUUID()}.localhost`
const onlyLive = 'http://localhost:4321'

async function addDomain(
  { client }: Person,
  { projectId, domain, name }: { projectId: string; domain: string; name: EnvironmentName },
): Promise<void> {
  const params = { projectId }
  const environment = await environmentOf({ client }, projectId, name)
  await client.call(createDomain, { params, body: { domain, environment } })
}

async function environmentOf(
  { client }: Pick<Person, 'client'>,
  projectId: string,
  name: EnvironmentName,
): Promise<string> {
  const { environments } = await client.call(listEnvironments, { params: { projectId } })
  return environments.find((each) => each.name === name)?.id ?? ''
}

beforeAll(async () => {
  owner = await newStaff()
  app = await newApp(owner, appConfiguration('sqlite3'))
  other = await newApp(owner, appConfiguration('sqlite3'))
  for (const domain of [host, local])
    await addDomain(owner, { projectId: app, domain, name: 'dev' })
  await addDomain(owner, { projectId: other, domain: elsewhere, name: 'dev' })
  const admin = await theAdmin()
  for (const domain of [onProduction, liveLocal])
    await addDomain(admin, { projectId: app, domain, name: 'production' })
  const params = { projectId: app }
  const below = `https://*.${host}`
  await owner.client.call(saveOrigins, {
    params,
    body: {
      environmentId: await environmentOf(owner, app, 'dev'),
      origins: [listed, below],
      allowsLocal: true,
    },
  })
  await admin.client.call(saveOrigins, {
    params,
    body: {
      environmentId: await environmentOf(owner, app, 'production'),
      origins: [onlyLive],
      allowsLocal: false,
    },
  })
  token = (await signUp(app)).token
})

interface Asked {
  method?: string
  path: string
  headers?: Record<string, string>
}

/** `fetch` does not allow custom Host and Origin headers. */
function send({ method = 'GET', path, headers = {} }: Asked) {
  const { hostname, port } = new URL(inject('server').address)
  return new Promise<{ status: number; headers: Record<string, unknown> }>((resolve, reject) => {
    const sent = request({ hostname, port, path, method, headers }, (answer) => {
      answer.resume()
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, headers: { ...answer.headers } }),
      )
    })
    sent.on('error', reject).end()
  })
}

const notes = () => `/api/data/notes?$projectId=${app}`
const live = () => `${notes()}&$environment=production`

describe('an answer may be read by', () => {
  test.each([
    { name: 'a domain of the environment', origin: `https://${host}` },
    { name: 'any port of the own machine', origin: `http://${local}:5173` },
    { name: 'a listed origin', origin: listed },
    { name: 'a name that a wildcard allows', origin: `https://preview-7.${host}` },
    { name: 'localhost', origin: 'http://localhost:5173' },
    { name: 'localhost with encryption, as Capacitor on Android', origin: 'https://localhost' },
    { name: 'a loopback address', origin: 'http://127.0.0.1:3000' },
    { name: 'the loopback address of IPv6', origin: 'http://[::1]:8080' },
    { name: 'Capacitor on iOS', origin: 'capacitor://localhost' },
  ])('$name', async ({ origin }) => {
    const { status, headers } = await send({ path: notes(), headers: { origin } })
    expect(status).toBe(200)
    expect(headers).toMatchObject({ 'access-control-allow-origin': origin, vary: 'Origin' })
    expect(headers).not.toHaveProperty('access-control-allow-credentials')
  })

  test('the app, when the answer is an error', async () => {
    const origin = `https://${host}`
    const path = `/api/data/notes/none?$projectId=${app}`
    const { status, headers } = await send({ path, headers: { origin } })
    expect(status).toBe(404)
    expect(headers['access-control-allow-origin']).toBe(origin)
  })

  test('a local page, when there is no such project', async () => {
    const origin = 'http://localhost:5173'
    const path = '/api/data/notes?$projectId=prj_00000000000000000000000000'
    const { status, headers } = await send({ path, headers: { origin } })
    expect(status).toBe(404)
    expect(headers['access-control-allow-origin']).toBe(origin)
    const live = await send({ path: `${path}&$environment=production`, headers: { origin } })
    expect(live.headers).not.toHaveProperty('access-control-allow-origin')
  })

  test('the app, when its user requests their own data without naming a project', async () => {
    const origin = `https://${host}`
    const headers = { origin, authorization: `Bearer ${token}` }
    const answer = await send({ path: '/auth/me', headers })
    expect(answer.status).toBe(200)
    expect(answer.headers['access-control-allow-origin']).toBe(origin)
  })

  test('the app, when the session of its user has ended and no project is named', async () => {
    const origin = `https://${host}`
    const headers = { origin, authorization: `Bearer plu_${'x'.repeat(43)}` }
    for (const path of ['/auth/me', '/api/data/notes', notes()]) {
      const answer = await send({ path, headers })
      expect(answer.status).toBe(401)
      expect(answer.headers['access-control-allow-origin']).toBe(origin)
    }
  })

  test('the app, when the host itself is the domain', async () => {
    const origin = `https://${host}`
    const answer = await send({ path: '/api/data/notes', headers: { origin, host } })
    expect(answer.headers['access-control-allow-origin']).toBe(origin)
  })
})

test.each([
  { name: 'its listed origin', origin: onlyLive },
  { name: 'its domain', origin: `https://${onProduction}` },
  { name: 'its domain of localhost on the default port', origin: `http://${liveLocal}` },
])('an answer of production may be read by $name', async ({ origin }) => {
  for (const method of ['GET', 'OPTIONS']) {
    const { headers } = await send({ path: live(), method, headers: { origin } })
    expect(headers['access-control-allow-origin']).toBe(origin)
  }
})

describe('an answer may not be read by', () => {
  const refused = [
    { name: 'an unknown origin', origin: 'https://evil.example' },
    { name: 'a name that ends in the domain', origin: `https://evil${host}` },
    { name: 'a name two labels below the wildcard', origin: `https://evil.x.${host}` },
    { name: 'the wildcard on another port', origin: `https://evil.${host}:8443` },
    { name: 'the wildcard without encryption', origin: `http://evil.${host}` },
    { name: 'a listed host on another port', origin: listed.replace('8080', '8081') },
    { name: 'a listed host with encryption', origin: listed.replace('http:', 'https:') },
    { name: 'a name that begins with localhost', origin: 'http://localhost.evil.example' },
    { name: 'a name that ends in localhost', origin: 'http://evil-localhost' },
    { name: 'an address that begins with 127', origin: 'http://127.0.0.1.evil.example' },
    { name: 'a private address', origin: 'http://192.168.1.7:5173' },
    { name: 'another scheme on localhost', origin: 'ftp://localhost' },
    { name: 'Capacitor on another host', origin: 'capacitor://evil.example' },
    { name: 'the domain on another port', origin: `https://${host}:8443` },
    { name: 'the domain without encryption', origin: `http://${host}` },
    { name: 'the domain with a path', origin: `https://${host}/` },
    { name: 'the domain with a user', origin: `https://user@${host}` },
    { name: 'the domain in capitals', origin: `https://${host.toUpperCase()}` },
    { name: 'no origin at all', origin: 'null' },
    { name: 'an origin that is no address', origin: 'chrome-extension' },
    { name: "production's domain", origin: `https://${onProduction}` },
    { name: "another project's domain", origin: `https://${elsewhere}` },
  ]
  test.each(refused)('$name', async ({ origin }) => {
    for (const method of ['GET', 'OPTIONS']) {
      const { headers } = await send({ path: notes(), method, headers: { origin } })
      expect(headers).not.toHaveProperty('access-control-allow-origin')
      expect(headers).not.toHaveProperty('access-control-allow-methods')
      expect(headers.vary).toBe('Origin')
      expect(headers['x-origin-refused']).toMatch(/Add it in project prj_|names no origin/)
    }
  })

  const inProduction = [
    { name: 'localhost', origin: 'http://localhost:5173' },
    { name: 'Capacitor', origin: 'capacitor://localhost' },
    { name: 'a domain of localhost on another port', origin: `http://${liveLocal}:5173` },
    { name: "a name below dev's wildcard", origin: `https://preview-7.${host}` },
    { name: "dev's listed origin", origin: listed },
  ]
  test.each(inProduction)('$name, in production', async ({ origin }) => {
    const answer = await send({ path: live(), method: 'OPTIONS', headers: { origin } })
    expect(answer.status).toBe(403)
    expect(answer.headers).not.toHaveProperty('access-control-allow-origin')
    expect(answer.headers['x-origin-refused']).toBe(
      `${origin} is no allowed origin of production. Add it in project ${app} under Settings, Domains, Allowed origins.`,
    )
  })

  test('an app that uses a staff token', async () => {
    const headers = { origin: `https://${host}`, authorization: `Bearer ${owner.token}` }
    for (const path of [notes(), '/auth/me']) {
      const answer = await send({ path, headers })
      expect(answer.status).toBe(200)
      expect(answer.headers).not.toHaveProperty('access-control-allow-origin')
      expect(answer.headers['x-origin-refused']).toMatch(/cannot use the token of staff/)
    }
  })

  test("another app, when the token belongs to this app's user", async () => {
    const headers = { origin: `https://${elsewhere}`, authorization: `Bearer ${token}` }
    const answer = await send({ path: '/auth/me', headers })
    expect(answer.headers).not.toHaveProperty('access-control-allow-origin')
  })

  test.each(['/api/project', '/auth/devme', '/auth/login', '/health/live', '/api/openapi.json'])(
    'any origin, for the console API: %s',
    async (path) => {
      for (const method of ['GET', 'OPTIONS']) {
        const answer = await send({ path, method, headers: { origin: `https://${host}` } })
        expect(answer.headers).not.toHaveProperty('access-control-allow-origin')
      }
    },
  )
})

test('a preflight answer lists the allowed methods and headers', async () => {
  const headers = { origin: `https://${host}`, 'access-control-request-method': 'PUT' }
  const answer = await send({ path: notes(), method: 'OPTIONS', headers })
  expect(answer.status).toBe(204)
  expect(answer.headers).toMatchObject({
    'access-control-allow-origin': `https://${host}`,
    'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
    'access-control-allow-headers':
      'authorization, content-type, if-match, idempotency-key, traceparent',
    'access-control-max-age': '600',
  })
  expect(Object.values(answer.headers)).not.toContain('*')
})
