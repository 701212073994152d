import { request } from 'node:http'
import { expect, inject, test } from 'vitest'

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
