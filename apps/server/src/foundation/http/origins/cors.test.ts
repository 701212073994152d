import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { createDomain, type EnvironmentName, listEnvironments } from '@plinth/contract'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { appConfiguration, newApp, signUp } from '../../../app/testing/app-tables.ts'
import { newStaff, type Person, theAdmin } from '../../../app/testing/people.ts'

/** Only pages of the environment's own domains may read an answer from another origin (R32). */
let owner: Person
let app: string
let other: string
let token: string
const host = `${randomUUID()}.example.com`
const onProduction = `${randomUUID()}.example.com`
const elsewhere = `${randomUUID()}.example.com`
const local = `${randomUUID()}.localhost`

async function addDomain(
  { client }: Person,
  { projectId, domain, name }: { projectId: string; domain: string; name: EnvironmentName },
): Promise<void> {
  const params = { projectId }
  const { environments } = await client.call(listEnvironments, { params })
  const environment = environments.find((each) => each.name === name)?.id ?? ''
  await client.call(createDomain, { params, body: { domain, environment } })
}

beforeAll(async () => {
  owner = await newStaff()
  app = await newApp(owner, appConfiguration('sqlite3'))
  other = await newApp(owner, appConfiguration('sqlite3'))
  for (const domain of [host, local])
    await addDomain(owner, { projectId: app, domain, name: 'dev' })
  await addDomain(owner, { projectId: other, domain: elsewhere, name: 'dev' })
  const admin = await theAdmin()
  await addDomain(admin, { projectId: app, domain: onProduction, name: 'production' })
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

describe('an answer may be read by', () => {
  test.each([
    { name: 'a domain of the environment', origin: `https://${host}` },
    { name: 'any port of the own machine', origin: `http://${local}:5173` },
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

describe('an answer may not be read by', () => {
  const refused = [
    { name: 'an unknown origin', origin: 'https://evil.example' },
    { name: 'a name that ends in the domain', origin: `https://evil${host}` },
    { name: 'a name below the domain', origin: `https://evil.${host}` },
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
    }
  })

  test('an app that uses a staff token', async () => {
    const headers = { origin: `https://${host}`, authorization: `Bearer ${owner.token}` }
    for (const path of [notes(), '/auth/me']) {
      const answer = await send({ path, headers })
      expect(answer.status).toBe(200)
      expect(answer.headers).not.toHaveProperty('access-control-allow-origin')
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
    'access-control-allow-methods': 'GET, POST, PUT, DELETE',
    'access-control-allow-headers': 'authorization, content-type, if-match, idempotency-key',
    'access-control-max-age': '600',
  })
  expect(Object.values(answer.headers)).not.toContain('*')
})
