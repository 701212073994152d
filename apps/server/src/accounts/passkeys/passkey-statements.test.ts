import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { addPasskey } from '@plinth/contract'
import { expect, test } from 'vitest'
import { expectApiError, newStaff } from '../../app/testing/people.ts'
import { androidStatement } from './testing/android-statement.ts'
import { newAuthenticator } from './testing/authenticator.ts'
import { beginPasskey, beginSignIn, enterWith } from './testing/use-passkeys.ts'

test('no address in a statement about the device is called, and the passkey works (R23)', async () => {
  let calls = 0
  const inside = createServer((_request, response) => {
    calls += 1
    response.end()
  })
  await new Promise<void>((resolve) => inside.listen(0, '127.0.0.1', resolve))
  const { port } = inside.address() as AddressInfo
  const person = await newStaff()
  const authenticator = newAuthenticator()
  const attest = androidStatement(`http://127.0.0.1:${port}/latest/meta-data`)
  const credential = authenticator.create(await beginPasskey(person), { attest })
  const adding = person.client.call(addPasskey, { body: { name: 'Phone', credential } })
  const [added] = await Promise.allSettled([adding])
  await new Promise((resolve) => inside.close(resolve))
  expect(calls).toBe(0)
  expect(added).toMatchObject({ status: 'fulfilled' })
  const passkey = authenticator.get(await beginSignIn(person))
  expect((await enterWith(person, passkey)).token).toBeTruthy()
})

test.each([
  ['nothing that CBOR knows', 'ff'.repeat(8)],
  ['a list', '80'],
  ['a map without authenticator data', 'a163666d74646e6f6e65'],
  ['20,000 lists in one another', '81'.repeat(20_000)],
])('an answer with %s is refused', async (_name, hex) => {
  const person = await newStaff()
  const credential = newAuthenticator().create(await beginPasskey(person))
  const attestationObject = Buffer.from(hex, 'hex').toString('base64url')
  const spoiled = { ...credential, response: { ...credential.response, attestationObject } }
  const adding = person.client.call(addPasskey, { body: { name: 'Phone', credential: spoiled } })
  expect(await expectApiError(adding)).toMatchObject({
    status: 422,
    details: [{ path: 'credential' }],
  })
})
