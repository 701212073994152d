import { expect, test } from 'vitest'
import { ERROR_STATUS, ErrorEnvelope } from './api-error.ts'

test('maps every code to its status', () => {
  expect(ERROR_STATUS).toEqual({
    bad_request: 400,
    unauthenticated: 401,
    forbidden: 403,
    reauthenticate: 403,
    project_read_only: 403,
    project_suspended: 403,
    not_found: 404,
    method_not_allowed: 405,
    conflict: 409,
    stale: 409,
    blocked: 409,
    too_large: 413,
    unsupported_type: 415,
    invalid: 422,
    rate_limited: 429,
    internal: 500,
    unavailable: 503,
    timeout: 504,
    storage_full: 507,
  })
})

test.each([
  ['a known code', { code: 'stale', message: 'm', requestId: 'r', details: { a: 1 } }, true],
  ['an unknown code', { code: 'teapot', message: 'm', requestId: 'r' }, false],
  ['no request id', { code: 'stale', message: 'm' }, false],
])('parses an envelope with %s', (_, error, fits) => {
  expect(ErrorEnvelope.safeParse({ error }).success).toBe(fits)
})
