import { expect, test } from 'vitest'
import { describeConnectionError } from './describe-connection-error.ts'

test.each<[string, unknown, string]>([
  ['a wrong password', { code: '28P01', message: 'for user "u"' }, 'this user or password'],
  ['a wrong user', { code: '28000' }, 'this user.'],
  ['no database', { code: '3D000', message: 'database "x" …' }, 'no database of this name'],
  ['no TLS', new Error('The server does not support SSL connections'), '?sslmode=disable'],
  ['nobody there', { code: 'ECONNREFUSED', message: 'connect 10.0.0.1' }, 'could not be reached'],
  ['nothing at all', undefined, 'could not be reached'],
])('describes %s without the text of the driver', (_, error, says) => {
  const said = describeConnectionError(error)
  expect(said).toContain(says)
  const { message } = (error ?? {}) as { message?: string }
  if (message !== undefined) expect(said).not.toContain(message)
})
