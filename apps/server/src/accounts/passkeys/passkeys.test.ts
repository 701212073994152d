import {
  addPasskey,
  beginTwoFactor,
  confirmTwoFactor,
  endTwoFactor,
  getDevUser,
  getTwoFactor,
  listPasskeys,
  listProjects,
  reauthenticate,
  removePasskey,
  renamePasskey,
  signIn,
} from '@plinth/contract'
import { expect, test } from 'vitest'
import {
  clientOf,
  expectApiError,
  guest,
  newStaff,
  type Person,
  withPlatform,
} from '../../app/testing/people.ts'
import { codeOf, turnOnTwoFactor } from '../../app/testing/two-factor.ts'
import { newId } from '../../foundation/platform/new-id.ts'
import {
  actionsOf,
  addNewPasskey,
  beginProof,
  beginSignIn,
  enterWith,
} from './testing/use-passkeys.ts'

const remove = (person: Person, passkeyId: string, currentPassword = person.password) =>
  person.client.call(removePasskey, { params: { passkeyId }, body: { currentPassword } })

const enterByCode = ({ email, password }: Person, code: string) =>
  guest().call(signIn, { body: { email, password, code } })

const changesOf = (person: Person) =>
  withPlatform(async (on) => {
    const { rows } = await on.query(
      `select action from audit where entity_id = $1 and action like 'turned%'`,
      [person.id],
    )
    return rows.map(({ action }) => String(action))
  })

test('the first passkey turns two-factor authentication on and brings recovery codes', async () => {
  const person = await newStaff()
  const { token } = await enterWith(person)
  const { passkey, recoveryCodes, authenticator } = await addNewPasskey(person, ' My key ')
  expect(passkey).toMatchObject({ name: 'My key', lastUsedOn: null })
  expect(recoveryCodes).toHaveLength(10)
  const elsewhere = clientOf(token).call(getDevUser)
  expect((await expectApiError(elsewhere)).code).toBe('unauthenticated')
  const asked = await expectApiError(enterWith(person))
  expect(asked).toMatchObject({
    code: 'unauthenticated',
    message: 'Use a passkey, or enter a recovery code.',
    details: [{ path: 'code' }, { path: 'passkey' }],
  })
  const options = await beginSignIn(person)
  expect(options.allowCredentials).toEqual([
    { id: authenticator.id, type: 'public-key', transports: ['usb'] },
  ])
  expect((await enterWith(person, authenticator.get(options))).token).toBeTruthy()
  expect((await enterByCode(person, recoveryCodes[0] ?? '')).token).toBeTruthy()
  expect(await person.client.call(getTwoFactor)).toEqual({
    enabled: true,
    hasAuthenticator: false,
    passkeys: 1,
    required: false,
    recoveryCodesLeft: 9,
  })
  const { passkeys } = await person.client.call(listPasskeys)
  expect(passkeys).toEqual([{ ...passkey, lastUsedOn: expect.any(String) }])
  expect(await actionsOf(person)).toEqual([
    'signed in staff',
    'signed in staff',
    'added passkey',
    'turned two-factor authentication on staff',
    'signed in staff',
    'signed in staff',
  ])
})

test('a passkey proves again who uses the session', async () => {
  const person = await newStaff()
  const { authenticator } = await addNewPasskey(person)
  const passkey = authenticator.get(await beginProof(person))
  await person.client.call(reauthenticate, { body: { passkey } })
  expect((await actionsOf(person)).at(-1)).toBe('reauthenticated staff')
})

test('a second factor of the other kind brings no new recovery codes', async () => {
  const person = await newStaff()
  const first = await addNewPasskey(person)
  const body = { currentPassword: person.password }
  const { secret } = await person.client.call(beginTwoFactor, { body })
  // Neither an unconfirmed app nor a recovery code in its place counts.
  expect((await expectApiError(enterByCode(person, codeOf(secret)))).code).toBe('unauthenticated')
  const recovery = { body: { code: first.recoveryCodes[0] ?? '' } }
  expect((await expectApiError(person.client.call(confirmTwoFactor, recovery))).code).toBe(
    'invalid',
  )
  const confirmed = await person.client.call(confirmTwoFactor, { body: { code: codeOf(secret) } })
  expect(confirmed.recoveryCodes).toEqual([])
  expect((await enterByCode(person, first.recoveryCodes[0] ?? '')).token).toBeTruthy()
  const other = await newStaff()
  await turnOnTwoFactor(other)
  expect((await addNewPasskey(other)).recoveryCodes).toEqual([])
})

test('removing one of two factors leaves the other and the recovery codes', async () => {
  const person = await newStaff()
  const { secret } = await turnOnTwoFactor(person)
  const { passkey, authenticator } = await addNewPasskey(person)
  const end = { currentPassword: person.password, code: codeOf(secret) }
  await person.client.call(endTwoFactor, { body: end })
  const state = { enabled: true, hasAuthenticator: false, passkeys: 1, recoveryCodesLeft: 10 }
  expect(await person.client.call(getTwoFactor)).toMatchObject(state)
  const passkeyAnswer = authenticator.get(await beginSignIn(person))
  expect((await enterWith(person, passkeyAnswer)).token).toBeTruthy()
  await remove(person, passkey.id)
  expect(await person.client.call(getTwoFactor)).toMatchObject({
    ...{ enabled: false, passkeys: 0, recoveryCodesLeft: 0 },
  })
  expect((await enterWith(person)).token).toBeTruthy()
  expect(await changesOf(person)).toContain('turned two-factor authentication off')
})

test('a passkey is renamed and removed by its owner only, and removed only with the password', async () => {
  const [person, other] = [await newStaff(), await newStaff()]
  const { passkey } = await addNewPasskey(person)
  const params = { passkeyId: passkey.id }
  const renamed = { params, body: { name: 'Phone' } }
  expect((await expectApiError(other.client.call(renamePasskey, renamed))).code).toBe('not_found')
  expect((await expectApiError(remove(other, passkey.id))).code).toBe('not_found')
  expect(await expectApiError(remove(person, passkey.id, 'not it at all'))).toMatchObject({
    code: 'invalid',
    details: [{ path: 'currentPassword' }],
  })
  await person.client.call(renamePasskey, renamed)
  expect((await person.client.call(listPasskeys)).passkeys).toMatchObject([{ name: 'Phone' }])
  expect((await other.client.call(listPasskeys)).passkeys).toEqual([])
  await remove(person, passkey.id)
  expect((await expectApiError(remove(person, passkey.id))).code).toBe('not_found')
})

test('a passkey is the second factor that an organisation requires, and its last one stays', async () => {
  const person = await newStaff()
  const organisationId = newId('org')
  await withPlatform(async (on) => {
    await on.query(
      `insert into organisation (id, name, two_factor_required) values ($1, 'Strict', true)`,
      [organisationId],
    )
    await on.query('update staff set organisation_id = $2 where id = $1', [
      person.id,
      organisationId,
    ])
  })
  expect((await expectApiError(person.client.call(listProjects))).code).toBe('forbidden')
  const { passkey } = await addNewPasskey(person)
  expect((await person.client.call(listProjects)).projects).toEqual([])
  expect((await expectApiError(remove(person, passkey.id))).code).toBe('forbidden')
  const second = await addNewPasskey(person, 'Second')
  await remove(person, passkey.id)
  expect((await expectApiError(remove(person, second.passkey.id))).code).toBe('forbidden')
  expect((await person.client.call(listPasskeys)).passkeys).toMatchObject([{ name: 'Second' }])
})

test('an account has at most 20 passkeys', async () => {
  const person = await newStaff()
  await withPlatform((on) =>
    on.query(
      `insert into staff_passkey (id, staff_id, name, credential_id, public_key, counter, transports)
       select $1 || at, $1, 'Filled', sha256(convert_to($1 || at, 'UTF8')), '', 0, '{}'
       from generate_series(1, 20) as at`,
      [person.id],
    ),
  )
  const error = await expectApiError(addNewPasskey(person))
  expect(error).toMatchObject({ code: 'conflict', message: 'An account has at most 20 passkeys.' })
  const empty = { body: { name: ' ', credential: {} as never } }
  expect((await expectApiError(person.client.call(addPasskey, empty))).code).toBe('invalid')
})
