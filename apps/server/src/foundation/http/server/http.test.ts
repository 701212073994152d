import { getDevUser } from '@plinth/contract'
import { expect, inject, test } from 'vitest'
import { newStaff } from '../../../app/testing/people.ts'

const at = (path: string) => `${inject('server').address}${path}`

async function send(path: string, init: RequestInit = {}) {
  const answer = await fetch(at(path), init)
  const text = await answer.text()
  return { status: answer.status, headers: answer.headers, text }
}

const json = (body: string | Uint8Array, type = 'application/json') => ({
  method: 'POST',
  body: body,
  headers: { 'content-type': type },
})

test.each([
  { name: 'an unknown address', path: '/api/nothing', init: {}, status: 404, code: 'not_found' },
  {
    name: 'another method',
    path: '/auth/login',
    init: {},
    status: 405,
    code: 'method_not_allowed',
  },
  { name: 'broken JSON', path: '/auth/login', init: json('{'), status: 400, code: 'bad_request' },
  {
    name: 'invalid UTF-8',
    path: '/auth/login',
    init: json(new Uint8Array([0x22, 0xff, 0x22])),
    status: 400,
    code: 'bad_request',
  },
  {
    name: 'a form',
    path: '/auth/login',
    init: json('a=b', 'application/x-www-form-urlencoded'),
    status: 415,
    code: 'unsupported_type',
  },
  {
    name: 'another charset',
    path: '/auth/login',
    init: json('{}', 'application/json; charset=utf-16'),
    status: 415,
    code: 'unsupported_type',
  },
  {
    name: 'a type with a tail (R36)',
    path: '/auth/login',
    init: json('{}', 'application/json\u00a0a'),
    status: 415,
    code: 'unsupported_type',
  },
  {
    name: 'more than 1 MB',
    path: '/auth/login',
    init: json(`"${'a'.repeat(1_048_577)}"`),
    status: 413,
    code: 'too_large',
  },
  {
    name: 'deep nesting',
    path: '/auth/login',
    init: json('['.repeat(33) + ']'.repeat(33)),
    status: 400,
    code: 'bad_request',
  },
  {
    name: 'too many keys',
    path: '/auth/login',
    init: json(`{${Array.from({ length: 10_001 }, (_, i) => `"${i}":1`).join(',')}}`),
    status: 413,
    code: 'too_large',
  },
  {
    name: 'a prototype key',
    path: '/auth/login',
    init: json('{"__proto__":{"a":1}}'),
    status: 400,
    code: 'bad_request',
  },
  {
    name: 'an escaped prototype key',
    path: '/auth/login',
    init: json('{"\\u005f_proto__":1}'),
    status: 400,
    code: 'bad_request',
  },
  {
    name: 'a constructor key',
    path: '/auth/login',
    init: json('{"a":{"constructor":1}}'),
    status: 400,
    code: 'bad_request',
  },
  {
    name: 'a NUL in a text (R37)',
    path: '/auth/login',
    init: json('{"email":"a\\u0000","password":"b"}'),
    status: 400,
    code: 'bad_request',
  },
  {
    name: 'half a surrogate pair (R37)',
    path: '/auth/login',
    init: json('{"email":"a\\uD800","password":"b"}'),
    status: 400,
    code: 'bad_request',
  },
  {
    name: 'a NUL in an address',
    path: '/api/project/%00',
    init: {},
    status: 400,
    code: 'bad_request',
  },
  {
    name: 'a body that is a list',
    path: '/auth/login',
    init: json('[]'),
    status: 422,
    code: 'invalid',
  },
  {
    name: 'an address over 8 KB',
    path: `/api/project?search=${'a'.repeat(8_200)}`,
    init: {},
    status: 400,
    code: 'bad_request',
  },
  { name: 'a broken escape', path: '/api/project/%zz', init: {}, status: 400, code: 'bad_request' },
])(
  '$name answers $status with the error envelope (R33, R42)',
  async ({ path, init, status, code }) => {
    const answer = await send(path, init)
    expect(answer.status).toBe(status)
    const { error, ...rest } = JSON.parse(answer.text)
    expect(rest).toEqual({})
    expect(error.code).toBe(code)
    expect(error.requestId).toBe(answer.headers.get('x-request-id'))
    expect(
      Object.keys(error).every((key) => ['code', 'message', 'details', 'requestId'].includes(key)),
    ).toBe(true)
  },
)

test.each(['/health/live', '/api/project', '/nothing/here', '/auth/login'])(
  'the answer of %s has the security headers (R31)',
  async (path) => {
    const { headers } = await send(path)
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toContain("script-src 'self'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toMatch(/script-src[^;]*unsafe|https?:/)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('access-control-allow-origin')).toBeNull()
  },
)

test.each(['/api/data/item', '/api/data/item/1', '/api/data/a/b/c'])(
  'the answer of %s has a content security policy that allows nothing (R31)',
  async (path) => {
    const { headers } = await send(path)
    expect(headers.get('content-security-policy')).toBe("default-src 'none';frame-ancestors 'none'")
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
  },
)

test('health: live, and ready with every dependency listed', async () => {
  expect(JSON.parse((await send('/health/live')).text)).toEqual({ status: 'live' })
  const ready = JSON.parse((await send('/health/ready')).text)
  expect(ready.status).toBe('ready')
  expect(ready.parts.map((part: { name: string }) => part.name)).toEqual([
    'platform database',
    'data databases',
    'project files',
    'file store',
    'disk',
    'open files',
    'script runner',
    'durable runtime',
    'workers',
  ])
})

test('the OpenAPI document lists the endpoints', async () => {
  const document = JSON.parse((await send('/api/openapi.json')).text)
  expect(document.paths['/api/project'].get.operationId).toBe('listProjects')
})

test('an answer with a token is never cached', async () => {
  const { token } = await newStaff()
  const answer = await fetch(at(getDevUser.path), { headers: { authorization: `Bearer ${token}` } })
  expect(answer.headers.get('cache-control')).toBe('no-store')
})

test('rejects an If-Match that is not a revision', async () => {
  const { token } = await newStaff()
  const headers = { authorization: `Bearer ${token}`, 'if-match': 'W/"1"' }
  expect((await send('/api/region', { headers })).status).toBe(400)
})
