import { getDevUser, startSsoPasskey } from '@plinth/contract'
import { describe, expect, test } from 'vitest'
import {
  clientOf,
  expectApiError,
  guest,
  newStaff,
  withPlatform,
} from '../../app/testing/people.ts'
import { useSso } from '../sso/testing/use-sso.ts'
import { addNewPasskey, beginSignIn, enterWith } from './testing/use-passkeys.ts'

const { connect, begin, finish, newPerson } = await useSso({}, 'localhost')

const beginPasskeyOf = async (handle: string) =>
  (await guest().call(startSsoPasskey, { body: { handle } })).options

/** A person of the provider with a passkey, and a sign-in that lacks it. */
async function place() {
  const person = await newStaff()
  const { login } = await connect(person)
  const { authenticator } = await addNewPasskey(person)
  const { handle, query } = await begin(login)
  const missing = await expectApiError(finish({ handle, query }))
  expect(missing).toMatchObject({
    status: 401,
    details: [{ path: 'code' }, { path: 'passkey' }],
  })
  return { person, login, authenticator, handle }
}

test('a sign-in with the provider is completed by a passkey', async () => {
  const { person, authenticator, handle } = await place()
  const passkey = authenticator.get(await beginPasskeyOf(handle))
  const { token } = await finish({ handle, passkey })
  expect((await clientOf(token).call(getDevUser)).user.id).toBe(person.id)
})

test('is refused with the challenge of another sign-in or of the password, and the other way round', async () => {
  const { person, login, authenticator, handle } = await place()
  const refused = { status: 401, details: [{ path: 'passkey' }] }
  const ofPassword = authenticator.get(await beginSignIn(person))
  expect(await expectApiError(finish({ handle, passkey: ofPassword }))).toMatchObject(refused)
  const other = await begin(login)
  await expectApiError(finish(other))
  const ofOther = authenticator.get(await beginPasskeyOf(other.handle))
  expect(await expectApiError(finish({ handle, passkey: ofOther }))).toMatchObject(refused)
  const ofProvider = authenticator.get(await beginPasskeyOf(handle))
  expect((await expectApiError(enterWith(person, ofProvider))).status).toBe(401)
  const passkey = authenticator.get(await beginPasskeyOf(handle))
  expect((await finish({ handle, passkey })).token).toBeTruthy()
})

test('options are for sign-ins that the provider has answered, of open accounts', async () => {
  const unknown = guest().call(startSsoPasskey, { body: { handle: 'x'.repeat(43) } })
  expect((await expectApiError(unknown)).status).toBe(401)
  const { person, login, handle } = await place()
  const unanswered = await begin(login)
  expect((await expectApiError(beginPasskeyOf(unanswered.handle))).status).toBe(401)
  await withPlatform((on) =>
    on.query('update staff set disabled_at = now() where id = $1', [person.id]),
  )
  expect((await expectApiError(beginPasskeyOf(handle))).status).toBe(401)
})

describe('an account that only has the address of a person of the provider', () => {
  /** A sign-in at the provider as a person with the address of an account, which has a passkey. */
  async function sameAddress() {
    const owner = await newStaff()
    const { authenticator } = await addNewPasskey(owner)
    const { login } = await newPerson({ email: owner.email })
    const begun = await begin(login)
    const asked = await expectApiError(finish(begun))
    expect(asked).toMatchObject({ status: 401, details: [{ path: 'password' }] })
    return { owner, authenticator, handle: begun.handle }
  }

  test('shows its passkeys, and whether it has any, to its password only', async () => {
    const { owner, handle } = await sameAddress()
    const refused = { status: 401, details: [{ path: 'password' }] }
    expect(await expectApiError(beginPasskeyOf(handle))).toMatchObject(refused)
    const wrong = { handle, password: 'not the password' }
    const asking = guest().call(startSsoPasskey, { body: wrong })
    expect(await expectApiError(asking)).toMatchObject(refused)
    expect(await expectApiError(finish(wrong))).toMatchObject(refused)
    const right = { handle, password: owner.password }
    expect(await expectApiError(finish(right))).toMatchObject({
      status: 401,
      details: [{ path: 'code' }, { path: 'passkey' }],
    })
  })

  test('is connected by its password and a passkey', async () => {
    const { owner, authenticator, handle } = await sameAddress()
    const { password } = owner
    const { options } = await guest().call(startSsoPasskey, { body: { handle, password } })
    const { token } = await finish({ handle, password, passkey: authenticator.get(options) })
    expect((await clientOf(token).call(getDevUser)).user.id).toBe(owner.id)
  })
})
