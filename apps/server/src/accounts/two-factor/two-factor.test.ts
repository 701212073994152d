import {
  beginTwoFactor,
  confirmTwoFactor,
  endTwoFactor,
  getDevUser,
  getTwoFactor,
  listProjects,
  renewRecoveryCodes,
  saveStaffPolicy,
  signIn,
} from '@plinth/contract'
import { Secret, TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import {
  expectApiError,
  guest,
  newStaff,
  type Person,
  withPlatform,
} from '../../app/testing/people.ts'
import { codeOf, PERIOD_MS, turnOnTwoFactor } from '../../app/testing/two-factor.ts'
import { newId } from '../../foundation/platform/new-id.ts'
import { stepOf } from './one-time-code.ts'

const enter = (person: Person, code?: string) =>
  guest().call(signIn, {
    body: { email: person.email, password: person.password, ...(code ? { code } : {}) },
  })

test('asks for a code after it is turned on, and accepts it', async () => {
  const person = await newStaff()
  const { secret } = await turnOnTwoFactor(person)
  const error = await expectApiError(enter(person))
  expect(error.code).toBe('unauthenticated')
  expect(error.details).toMatchObject([{ path: 'code' }])
  expect((await enter(person, codeOf(secret))).token).toBeTruthy()
  expect(await person.client.call(getTwoFactor)).toEqual({
    enabled: true,
    hasAuthenticator: true,
    passkeys: 0,
    required: false,
    recoveryCodesLeft: 10,
  })
})

test('a code works once, also under concurrent use', async () => {
  const person = await newStaff()
  const { secret } = await turnOnTwoFactor(person)
  const code = codeOf(secret)
  const tries = await Promise.allSettled(Array.from({ length: 4 }, () => enter(person, code)))
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  // The next period's code is accepted too, and after it the previous one is not.
  expect((await enter(person, codeOf(secret, 1))).token).toBeTruthy()
})

test('wrong codes are limited like wrong passwords (R30)', async () => {
  const person = await newStaff()
  await turnOnTwoFactor(person)
  for (let failure = 0; failure < 5; failure += 1) {
    expect((await expectApiError(enter(person, '000000'))).code).toBe('unauthenticated')
  }
  expect((await expectApiError(enter(person, '000000'))).code).toBe('rate_limited')
})

test('a sign-in without the code does not count as a failure', async () => {
  const person = await newStaff()
  const { secret } = await turnOnTwoFactor(person)
  for (let time = 0; time < 8; time += 1) {
    expect((await expectApiError(enter(person))).code).toBe('unauthenticated')
  }
  expect((await enter(person, codeOf(secret))).token).toBeTruthy()
})

test('a recovery code works once, regardless of case, spaces and dashes', async () => {
  const person = await newStaff()
  const { recoveryCodes } = await turnOnTwoFactor(person)
  const [first = ''] = recoveryCodes
  const typed = first.toUpperCase().replaceAll('-', ' ')
  expect((await enter(person, typed)).token).toBeTruthy()
  expect((await expectApiError(enter(person, first))).code).toBe('unauthenticated')
  const renewed = await person.client.call(renewRecoveryCodes, {
    body: { currentPassword: person.password },
  })
  expect((await expectApiError(enter(person, recoveryCodes[1]))).code).toBe('unauthenticated')
  expect((await enter(person, renewed.recoveryCodes[0])).token).toBeTruthy()
})

test('an unconfirmed secret does not require a code', async () => {
  const person = await newStaff()
  await person.client.call(beginTwoFactor, { body: { currentPassword: person.password } })
  expect((await enter(person)).token).toBeTruthy()
  const wrong = await expectApiError(
    person.client.call(confirmTwoFactor, { body: { code: '123456' } }),
  )
  expect(wrong.code).toBe('invalid')
  expect((await person.client.call(getTwoFactor)).enabled).toBe(false)
})

test('setup requires the password, and cannot replace a confirmed secret', async () => {
  const person = await newStaff()
  const wrong = { currentPassword: 'not it at all' }
  expect((await expectApiError(person.client.call(beginTwoFactor, { body: wrong }))).code).toBe(
    'invalid',
  )
  await turnOnTwoFactor(person)
  const right = { currentPassword: person.password }
  expect((await expectApiError(person.client.call(beginTwoFactor, { body: right }))).code).toBe(
    'conflict',
  )
})

test('turning it off requires the password and a code; turning it on ends other sessions', async () => {
  const person = await newStaff()
  const { token } = await enter(person)
  const { secret } = await turnOnTwoFactor(person)
  const elsewhere = guest().call(getDevUser, { headers: { authorization: `Bearer ${token}` } })
  expect((await expectApiError(elsewhere)).code).toBe('unauthenticated')
  const end = (body: { currentPassword: string; code: string }) =>
    person.client.call(endTwoFactor, { body })
  const { password } = person
  const wrong = await expectApiError(end({ currentPassword: password, code: '000000' }))
  expect(wrong.details).toMatchObject([{ path: 'code' }])
  await end({ currentPassword: password, code: codeOf(secret) })
  expect((await enter(person)).token).toBeTruthy()
})

test('if the organisation requires it, all other calls are forbidden until it is set up', async () => {
  const person = await newStaff()
  const organisationId = newId('org')
  await withPlatform(async (client) => {
    await client.query(
      `insert into organisation (id, name, two_factor_required) values ($1, 'Strict', true)`,
      [organisationId],
    )
    await client.query(`update staff set organisation_id = $2, is_admin = true where id = $1`, [
      person.id,
      organisationId,
    ])
  })
  const refused = await expectApiError(person.client.call(listProjects))
  expect(refused.code).toBe('forbidden')
  expect(refused.details).toMatchObject([{ path: 'twoFactor' }])
  expect((await person.client.call(getDevUser)).user.id).toBe(person.id)
  const { secret } = await turnOnTwoFactor(person)
  expect((await person.client.call(listProjects)).projects).toEqual([])
  const end = { currentPassword: person.password, code: codeOf(secret) }
  expect((await expectApiError(person.client.call(endTwoFactor, { body: end }))).code).toBe(
    'forbidden',
  )
  await person.client.call(saveStaffPolicy, { body: { twoFactorRequired: false } })
  await person.client.call(endTwoFactor, { body: { ...end, code: codeOf(secret, 1) } })
})

test('an admin without it cannot require it', async () => {
  const person = await newStaff()
  const organisationId = newId('org')
  await withPlatform(async (client) => {
    await client.query(`insert into organisation (id, name) values ($1, 'Lax')`, [organisationId])
    await client.query(`update staff set organisation_id = $2, is_admin = true where id = $1`, [
      person.id,
      organisationId,
    ])
  })
  const body = { twoFactorRequired: true }
  expect((await expectApiError(person.client.call(saveStaffPolicy, { body }))).code).toBe(
    'conflict',
  )
})

test.each([
  { name: 'now', offset: 0, right: true },
  { name: 'a period late', offset: 1, right: true },
  { name: 'a period early', offset: -1, right: true },
  { name: 'two periods late', offset: 2, right: false },
])('a code $name is accepted: $right', ({ offset, right }) => {
  const secret = new Secret({ size: 20 }).base32
  const now = 1_800_000_000_000
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now })
  const step = stepOf({ secret, code }, now + offset * PERIOD_MS)
  expect(step).toBe(right ? now / PERIOD_MS : undefined)
})
