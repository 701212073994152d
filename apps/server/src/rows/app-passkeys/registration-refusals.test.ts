import {
  addUserPasskey,
  getMe,
  listUserPasskeys,
  removeUserPasskey,
  renameUserPasskey,
  startUserPasskey,
} from '@plinth/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { newAuthenticator } from '../../accounts/passkeys/testing/authenticator.ts'
import { signUp } from '../../app/testing/app-tables.ts'
import { clientOf, expectApiError } from '../../app/testing/people.ts'
import { actingPlace } from '../app-accounts/testing/acting-place.ts'
import { saveSignIn } from '../app-sign-in/testing/code-app.ts'
import {
  ageSessions,
  countStored,
  HOST,
  newPasskeyApp,
  onPage,
  PAGE,
  type PasskeyApp,
} from './testing/passkey-app.ts'

let app: PasskeyApp
beforeAll(async () => {
  app = await newPasskeyApp('sqlite3')
}, 60_000)

describe('a registration is refused', () => {
  const add = async (
    { token }: { token: string },
    credential: ReturnType<ReturnType<typeof newAuthenticator>['create']>,
  ) => clientOf(token).call(addUserPasskey, { ...app.at(), body: { name: 'Phone', credential } })

  test.each([
    ['from another origin', { origin: 'https://evil.example' }],
    ['from a look-alike of the host', { origin: 'https://evilexample.com' }],
    ['for another host', { rpId: 'evil.example' }],
    ['without a verified person', { isVerified: false }],
    ['with nobody present', { isPresent: false }],
    ['with another challenge', { challenge: Buffer.alloc(32, 7).toString('base64url') }],
  ])('%s', async (_name, change) => {
    const holder = await app.newHolder()
    const error = await expectApiError(app.add(holder, change))
    expect(error).toMatchObject({ status: 422, details: [{ path: 'credential' }] })
    expect(await app.list(holder)).toHaveLength(1)
    await app.add(holder)
    expect(await app.list(holder)).toHaveLength(2)
  })

  test('with the challenge of another user, another session or a sign-in', async () => {
    const [holder, other] = [await app.newHolder(), await app.newHolder()]
    const elsewhere = await app.enter(holder.authenticator.getSole(await app.ask(), onPage()))
    const signIn = await app.ask()
    const ofSignIn = { ...(await app.begin(holder)), challenge: signIn.challenge }
    for (const options of [await app.begin(other), await app.begin(elsewhere), ofSignIn]) {
      const credential = newAuthenticator().create(options, onPage())
      expect((await expectApiError(add(holder, credential))).status).toBe(422)
    }
  })

  test('a second time with one challenge', async () => {
    const holder = await app.newHolder()
    const options = await app.begin(holder)
    await add(holder, newAuthenticator().create(options, onPage()))
    const again = newAuthenticator().create(options, onPage())
    expect((await expectApiError(add(holder, again))).status).toBe(422)
  })

  test('with a sign-in of more than ten minutes, and so is the removal', async () => {
    const holder = await app.newHolder()
    const credential = newAuthenticator().create(await app.begin(holder), onPage())
    await ageSessions(holder.id)
    const calls: Promise<unknown>[] = [
      app.begin(holder),
      add(holder, credential),
      app.remove(holder, holder.passkey.id, { password: holder.password }),
    ]
    for (const error of await Promise.all(calls.map(expectApiError)))
      expect(error).toMatchObject({ status: 403, message: expect.stringContaining('10 minutes') })
  })

  test('without a session, and with the session of another table', async () => {
    const holder = await app.newHolder()
    expect((await expectApiError(app.begin({ token: 'nobody' }))).status).toBe(401)
    expect((await expectApiError(app.begin(holder, { table: 'members' }))).status).toBe(401)
    const other = await app.newHolder()
    const error = await expectApiError(
      app.remove(other, holder.passkey.id, { password: other.password }),
    )
    expect(error.status).toBe(404)
  })

  test('keeps five open challenges of a user', async () => {
    const user = await signUp(app.projectId)
    for (let number = 0; number < 7; number += 1) await app.begin(user)
    expect(await countStored(user.user.id)).toBe(5)
  })
})

describe('the host of passkeys', () => {
  const REFUSED: readonly [name: string, host: string, redirects: string[], message: RegExp][] = [
    ['an address', '127.0.0.1', ['http://127.0.0.1/'], /Browsers offer passkeys at host names/],
    [
      'the end of an address',
      '0.1',
      ['http://127.0.0.1/'],
      /Browsers offer passkeys at host names/,
    ],
    ['a top-level domain', 'com', [`${PAGE}/`], /top-level domain/],
    ['a page', `${PAGE}/`, [`${PAGE}/`], /is not a host such as/],
    ['a port', 'example.com:443', [`${PAGE}/`], /is not a host such as/],
    [
      'the host of no redirect',
      'example.org',
      [`${PAGE}/`],
      /No redirect is a page of example\.org/,
    ],
    ['a part of a label', 'ample.com', [`${PAGE}/`], /No redirect is a page of ample\.com/],
    ['a host below the page', 'a.app.example.com', [`${PAGE}/`], /No redirect is a page of/],
    ['a page without https', HOST, ['http://app.example.com/'], /No redirect is a page of/],
    ['an app of a phone', HOST, ['com.example.app://app.example.com/'], /No redirect is a page of/],
    ['no redirect', HOST, [], /No redirect is a page of/],
  ]
  test.each(REFUSED)('is refused for %s', async (_name, passkeyHost, redirects, message) => {
    const error = await expectApiError(app.save({ passkeyHost, redirects }))
    expect(error).toMatchObject({ status: 422, details: [{ path: 'passkeyHost' }] })
    expect(error.message).toMatch(message)
  })

  test.each([
    ['the host of a page', 'App.Example.com', [`${PAGE}/`], 'app.example.com'],
    ['a host above it', HOST, [`${PAGE}/`], HOST],
    ['this computer', 'localhost', ['http://localhost:3000/'], 'localhost'],
  ])('may be %s', async (_name, passkeyHost, redirects, stored) => {
    expect((await app.save({ passkeyHost, redirects })).passkeyHost).toBe(stored)
    await app.save()
  })

  test('stays where a program does not send it', async () => {
    const { owner, projectId } = app
    const kept = await saveSignIn(owner, projectId, { sessionDays: 3, passkeyHost: undefined })
    expect(kept).toMatchObject({ sessionDays: 3, passkeyHost: HOST })
  })
})

test('a session of staff as the user sees passkeys and changes none', async () => {
  const acting = await actingPlace('sqlite3')
  const { user } = await signUp(acting.projectId)
  const { token } = await acting.actAs(user.id)
  const client = clientOf(token)
  expect((await client.call(getMe)).user.id).toBe(user.id)
  expect((await client.call(listUserPasskeys, acting.people)).passkeys).toEqual([])
  const passkeyId = 'psk_01h2xcejqtf2nbrexx3vqjhp41'
  const one = { ...acting.people, params: { table: 'people', passkeyId } }
  const credential = newAuthenticator().create(
    { challenge: 'x', rp: { id: HOST, name: HOST }, user: { id: 'x' } },
    onPage(),
  )
  const calls: Promise<unknown>[] = [
    client.call(startUserPasskey, acting.people),
    client.call(addUserPasskey, { ...acting.people, body: { credential } }),
    client.call(renameUserPasskey, { ...one, body: { name: 'Mine' } }),
    client.call(removeUserPasskey, { ...one, body: {} }),
  ]
  for (const error of await Promise.all(calls.map(expectApiError)))
    expect(error).toMatchObject({
      status: 403,
      message: expect.stringContaining('Only the user may'),
    })
})
