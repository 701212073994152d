import { createClient } from '@plinth/client'
import { signIn } from '@plinth/contract'
import { expect, test } from '../harness/fixtures.ts'
import { recordMessage } from '../harness/seen.ts'

test('rejects a non-HTTP URL with the client’s message', async () => {
  const client = createClient({ baseUrl: 'gopher://localhost', token: () => null })
  const call = client.call(signIn, { body: { email: 'a@example.com', password: 'something' } })
  const error = await call.then(
    () => undefined,
    (refused: Error) => refused,
  )
  expect(error?.message).toMatch(/^Unsupported protocol/)
  recordMessage(error?.message ?? '')
})
