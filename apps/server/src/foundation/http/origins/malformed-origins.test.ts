import { request } from 'node:http'
import { describe, expect, inject, test } from 'vitest'

interface Asked {
  method?: string
  path: string
  headers: Record<string, string>
}

/** `fetch` does not allow a custom Origin header. */
function send({ method = 'GET', path, headers }: Asked) {
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

/** Headers and cache keys are made before a request is validated, so both parts are checked first (R32). */
test.each([
  ['a line break', 'prj_1%0d%0aset-cookie:%20a=b'],
  ['a character that no header has', 'prj_%E2%82%AC'],
  ['more characters than an id', `prj_${'x'.repeat(2_000)}`],
])('an unknown page that names a project with %s', async (_name, projectId) => {
  const path = `/api/data/notes?$projectId=${projectId}`
  const headers = { origin: 'https://evil.example' }
  const preflight = await send({ path, method: 'OPTIONS', headers })
  const asked = await send({ path, headers })
  expect([preflight.status, asked.status]).toEqual([403, 422])
  for (const answer of [preflight, asked]) {
    expect(answer.headers).not.toHaveProperty('set-cookie')
    expect(answer.headers).not.toHaveProperty('access-control-allow-origin')
    expect(answer.headers['x-origin-refused']).toMatch(/Name the project with \$projectId/)
  }
  const local = await send({ path, headers: { origin: 'http://localhost:5173' } })
  expect(local.headers['access-control-allow-origin']).toBe('http://localhost:5173')
})

test('a page with an origin of more than 300 characters', async () => {
  const origin = `https://${'a.'.repeat(200)}example`
  const { status, headers } = await send({
    path: '/api/data/notes?$projectId=prj_00000000000000000000000000',
    method: 'OPTIONS',
    headers: { origin },
  })
  expect(status).toBe(403)
  expect(headers['x-origin-refused']).toBe('The Origin header names no origin.')
})

/** Errors that no route answers are readable too: otherwise a page shows "Network Error". */
const $projectId = 'prj_00000000000000000000000000'
const unroutable = [
  { name: 'no route', path: '/api/data/notes/1/2/3', status: 404 },
  { name: 'a method that no route has', path: '/api/file/upload', method: 'DELETE', status: 405 },
  { name: 'a broken escape', path: '/api/data/%zz', status: 400 },
  { name: 'a NUL', path: '/api/data/a%00', status: 400 },
  { name: 'a name of 300 characters', path: `/api/data/${'a'.repeat(300)}`, status: 404 },
  { name: '9,000 characters', path: `/api/data/notes?$filter=${'a'.repeat(9_000)}`, status: 400 },
].map((each) => ({
  method: 'GET',
  ...each,
  path: `${each.path}${each.path.includes('?') ? '&' : '?'}$projectId=${$projectId}`,
}))

describe('an address with', () => {
  test.each(unroutable)('$name answers pages of allowed origins', async (asked) => {
    const { path, method, status } = asked
    const origin = 'http://localhost:5173'
    const preflight = await send({ path, method: 'OPTIONS', headers: { origin } })
    const answer = await send({ path, method, headers: { origin } })
    expect([preflight.status, answer.status]).toEqual([204, status])
    expect(preflight.headers['access-control-allow-methods']).toContain(method)
    for (const { headers } of [preflight, answer]) {
      expect(headers).toMatchObject({
        ...{ 'access-control-allow-origin': origin, vary: 'Origin' },
        ...{ 'x-content-type-options': 'nosniff', 'x-request-id': expect.any(String) },
      })
    }
  })

  test.each(unroutable)('$name answers no others', async ({ path, method, status }) => {
    const headers = { origin: 'https://evil.example' }
    const preflight = await send({ path, method: 'OPTIONS', headers })
    const answer = await send({ path, method, headers })
    expect([preflight.status, answer.status]).toEqual([403, status])
    for (const refused of [preflight, answer]) {
      expect(refused.headers).not.toHaveProperty('access-control-allow-origin')
      expect(refused.headers['x-origin-refused']).toMatch(/Add it in project prj_/)
    }
  })

  test.each(['/api/project/%zz', '/api/nothing', '/auth/%zz'])(
    'a mistake under the console API answers no page: %s',
    async (path) => {
      for (const method of ['GET', 'OPTIONS']) {
        const answer = await send({ path, method, headers: { origin: 'http://localhost:5173' } })
        expect([400, 404]).toContain(answer.status)
        expect(answer.headers).not.toHaveProperty('access-control-allow-origin')
      }
    },
  )
})
