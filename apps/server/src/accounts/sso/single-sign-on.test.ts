import { randomUUID } from 'node:crypto'
import { getDevUser, getSsoOptions, saveStaffPolicy, signIn, startSso } from '@plinth/contract'
import { describe, expect, test } from 'vitest'
import {
  clientOf,
  expectApiError,
  guest,
  newStaff,
  theAdmin,
  withPlatform,
} from '../../app/testing/people.ts'
import { turnOnTwoFactor } from '../../app/testing/two-factor.ts'
import { countOf, useSso } from './testing/use-sso.ts'

const { provider, newPerson, begin, finish, enter } = await useSso()

describe('the first sign-in', () => {
  test('creates an account for an address of an allowed domain, which the second one uses', async () => {
    expect(await guest().call(getSsoOptions)).toEqual({
      provider: { name: 'Test provider', ssoOnly: false },
    })
    const { login, email } = await newPerson()
    const first = await finish(await begin(login, '/device?code=BCDF-GHJK'))
    expect(first.redirect).toBe('/device?code=BCDF-GHJK')
    const me = await clientOf(first.token).call(getDevUser)
    expect(me.user).toMatchObject({
      email,
      first_name: 'Ada',
      last_name: 'Lovelace',
      role: 'developer',
    })
    const second = await enter(login)
    expect((await clientOf(second.token).call(getDevUser)).user.id).toBe(me.user.id)
    expect(await countOf('staff_identity', 'staff_id = $1', [me.user.id])).toBe(1)
    const { rows } = await withPlatform((on) =>
      on.query('select action from audit where staff_id = $1 order by id', [me.user.id]),
    )
    expect(rows.map(({ action }) => action)).toEqual([
      'joined with single sign-on',
      'signed in with single sign-on',
      'signed in with single sign-on',
    ])
  })

  test('follows the subject when the address changes at the provider', async () => {
    const { login, email } = await newPerson()
    await enter(login)
    await provider.setAccount(login, { email: `${randomUUID()}@corp.test`, email_verified: true })
    const { token } = await enter(login)
    expect((await clientOf(token).call(getDevUser)).user.email).toBe(email)
  })

  test('makes one account of concurrent sign-ins', async () => {
    const { login, email } = await newPerson()
    const begun = await Promise.all(Array.from({ length: 6 }, () => begin(login)))
    const ended = await Promise.all(begun.map(finish))
    expect(new Set(ended.map(({ token }) => token)).size).toBe(6)
    expect(await countOf('staff', 'email = $1', [email])).toBe(1)
    expect(await countOf('staff_identity', 'subject = $1', [login])).toBe(1)
  })

  test.each([
    ['an address that is not verified', { email_verified: false }, 403, 'does not confirm'],
    ['no word on the address', { email_verified: undefined }, 403, 'does not confirm'],
    ['no address', { email: undefined }, 403, 'does not confirm'],
    ['an address of another domain', { email: 'a@else.test' }, 403, 'There is no account'],
    ['a domain below an allowed one', { email: 'a@x.corp.test' }, 403, 'There is no account'],
    [
      'an allowed domain as a prefix',
      { email: 'a@corp.test.evil.example' },
      403,
      'There is no account',
    ],
    ['two addresses in one', { email: 'a@evil.example,b@corp.test' }, 403, 'does not confirm'],
  ])('refuses %s, and creates nothing', async (_name, claims, status, message) => {
    const { login } = await newPerson(claims)
    const before = await countOf('staff', 'true', [])
    const error = await expectApiError(enter(login))
    expect(error).toMatchObject({ status, message: expect.stringContaining(message) })
    expect(await countOf('staff', 'true', [])).toBe(before)
  })
})

describe('an account that has the same address', () => {
  test('is connected by its password, once', async () => {
    const owner = await newStaff()
    const { login } = await newPerson({ email: owner.email.toUpperCase() })
    const { handle, query } = await begin(login)
    const asked = await expectApiError(finish({ handle, query }))
    expect(asked).toMatchObject({ status: 401, details: [{ path: 'password' }] })
    const wrong = await expectApiError(finish({ handle, password: 'not the password' }))
    expect(wrong).toMatchObject({ status: 401, details: [{ path: 'password' }] })
    expect(await countOf('staff_identity', 'subject = $1', [login])).toBe(0)
    const { token } = await finish({ handle, password: owner.password })
    expect((await clientOf(token).call(getDevUser)).user.id).toBe(owner.id)
    expect(await expectApiError(finish({ handle, password: owner.password }))).toMatchObject({
      status: 401,
    })
    const again = await enter(login)
    expect((await clientOf(again.token).call(getDevUser)).user.id).toBe(owner.id)
    expect(
      await countOf('notice', `staff_id = $1 and kind = 'identity-connected'`, [owner.id]),
    ).toBe(1)
  })

  test('cannot be connected with a second person of the provider', async () => {
    const owner = await newStaff()
    for (const expected of [undefined, 409]) {
      const { login } = await newPerson({ email: owner.email })
      const { handle, query } = await begin(login)
      await expectApiError(finish({ handle, query }))
      const ending = finish({ handle, password: owner.password })
      if (expected === undefined) await ending
      else expect(await expectApiError(ending)).toMatchObject({ status: expected })
    }
  })

  test('is refused while it is disabled', async () => {
    const { login, email } = await newPerson()
    await enter(login)
    await withPlatform((on) =>
      on.query('update staff set disabled_at = now() where email = $1', [email]),
    )
    expect(await expectApiError(enter(login))).toMatchObject({
      status: 401,
      message: expect.stringContaining('disabled'),
    })
  })

  test.each(['confirmation', 'approval'])(
    'is refused while it waits for its %s',
    async (pending) => {
      const owner = await newStaff()
      const { login } = await newPerson({ email: owner.email })
      await withPlatform((on) =>
        on.query('update staff set pending = $1, password_temporary = true where id = $2', [
          pending,
          owner.id,
        ]),
      )
      const { handle, query } = await begin(login)
      const error = await expectApiError(finish({ handle, query, password: owner.password }))
      expect(error).toMatchObject({ status: 401, code: 'unauthenticated' })
      expect(await countOf('staff_identity', 'subject = $1', [login])).toBe(0)
    },
  )
})

describe('two-factor authentication', () => {
  test('is asked for after the provider, and a wrong code leaves the sign-in open', async () => {
    const owner = await newStaff()
    const { login } = await newPerson({ email: owner.email })
    const first = await begin(login)
    await finish({ ...first, password: owner.password })
    const { recoveryCodes } = await turnOnTwoFactor(owner)
    const { handle, query } = await begin(login)
    expect(await expectApiError(finish({ handle, query }))).toMatchObject({
      status: 401,
      details: [{ path: 'code' }],
    })
    expect(await expectApiError(finish({ handle, code: '000000' }))).toMatchObject({ status: 401 })
    const { token } = await finish({ handle, code: recoveryCodes[0] ?? '' })
    expect((await clientOf(token).call(getDevUser)).user.id).toBe(owner.id)
  })

  test('is left to a provider that says it asked for a second factor, where it is required', async () => {
    const admin = await theAdmin()
    await turnOnTwoFactor(admin)
    await admin.client.call(saveStaffPolicy, { body: { twoFactorRequired: true } })
    const outcomes: [string[] | undefined, boolean][] = [
      [['pwd', 'otp'], false],
      [['mfa'], false],
      [['hwk'], false],
      [['pwd'], true],
      [['pwd', 'sms-of-another-name'], true],
      [[], true],
      [undefined, true],
    ]
    for (const [amr, mustSetUpTwoFactor] of outcomes) {
      const { login } = await newPerson(amr ? { amr } : {})
      const { token } = await enter(login)
      expect(await clientOf(token).call(getDevUser)).toMatchObject({ mustSetUpTwoFactor })
    }
    await admin.client.call(saveStaffPolicy, { body: { twoFactorRequired: false } })
  })
})

describe('the provider', () => {
  test('may replace its key between two sign-ins', async () => {
    const { login } = await newPerson()
    await enter(login)
    await provider.rotateKey()
    expect((await enter(login)).token).toBeTruthy()
  })

  test('may refuse, and the reason is named', async () => {
    const error = await expectApiError(enter('deny'))
    expect(error).toMatchObject({ status: 401, message: expect.stringContaining('access_denied') })
  })

  test('may be away: sessions go on, passwords work, and sign-in says why', async () => {
    const { login } = await newPerson()
    const { token } = await enter(login)
    const person = await newStaff()
    const begun = await begin(login)
    await provider.stop()
    // At the start too, so that nobody is sent to an address that does not answer.
    expect(
      await expectApiError(guest().call(startSso, { body: { redirect: '/home' } })),
    ).toMatchObject({
      status: 503,
      message: expect.stringContaining('Test provider cannot be reached'),
    })
    expect(await expectApiError(finish(begun))).toMatchObject({
      status: 503,
      message: expect.stringContaining('Test provider cannot be reached'),
    })
    expect((await clientOf(token).call(getDevUser)).user.email).toContain(login)
    const { email, password } = person
    expect((await guest().call(signIn, { body: { email, password } })).token).toBeTruthy()
    await provider.start()
    expect(await expectApiError(finish(begun))).toMatchObject({ status: 401 })
  })
})
