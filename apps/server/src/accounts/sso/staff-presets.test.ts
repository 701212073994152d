import {
  disconnectIdentity,
  finishSso,
  finishSsoConnection,
  finishSsoProof,
  getDevUser,
  getSsoIdentity,
  getSsoProvider,
  saveSsoProvider,
  startSso,
  startSsoConnection,
  startSsoProof,
} from '@plinth/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  clientOf,
  expectApiError,
  guest,
  newStaff,
  type Person,
  theAdmin,
  withPlatform,
} from '../../app/testing/people.ts'
import { testServer } from '../../app/testing/test-server.ts'
import { useOwnServer } from '../../app/testing/use-own-server.ts'
import { answerOf, startStub } from '../identity-provider/testing/stub.ts'
import { presetOf } from '../identity-provider/testing/use-stub.ts'

useOwnServer()
let admin: Person
let stub: Awaited<ReturnType<typeof startStub>>
beforeAll(async () => {
  admin = await theAdmin()
  stub = await startStub(testServer().outside.sso)
}, 120_000)
afterAll(() => stub.stop())

let people = 100
/** The next person whom GitHub names; their address is not checked unless it is given. */
async function becomePerson(email?: string): Promise<number> {
  people += 1
  const list = [{ email: email ?? 'x@corp.test', verified: email !== undefined, primary: true }]
  await stub.spoil({
    'api.github.com/user': { body: { id: people, login: 'ada', name: 'Ada Lovelace' } },
    'api.github.com/user/emails': { body: list },
  })
  return people
}

const shapeOf = (name: string) => ({ ...stub.shapeOf(presetOf(name)), domains: ['corp.test'] })
const save = (name: string, change: object = {}) =>
  admin.client.call(saveSsoProvider, { body: { ...shapeOf(name), ...change } })

async function begin() {
  const { url, handle } = await guest().call(startSso, { body: {} })
  return { handle, query: await answerOf(url) }
}

async function beginConnection({ client }: Person) {
  const { url, handle } = await client.call(startSsoConnection, { body: { redirect: '/profile' } })
  return { handle, query: await answerOf(url) }
}

const finish = (body: { handle: string; query?: string; password?: string }) =>
  guest().call(finishSso, { body })

describe('GitHub as the provider of staff', () => {
  test('is stored with its addresses and without its secret', async () => {
    await save('GitHub')
    const { provider } = await admin.client.call(getSsoProvider)
    const { clientSecret: _secret, ...shown } = shapeOf('GitHub')
    expect(provider).toEqual({ ...shown, ssoOnly: false })
  })

  test('signs in an account with the checked address, which its password connects once', async () => {
    await save('GitHub')
    const owner = await newStaff()
    await becomePerson(owner.email)
    const { handle, query } = await begin()
    expect(await expectApiError(finish({ handle, query }))).toMatchObject({
      details: [{ path: 'password' }],
    })
    await finish({ handle, password: owner.password })
    const { token } = await finish(await begin())
    expect((await clientOf(token).call(getDevUser)).user.id).toBe(owner.id)
  })

  test('finds no account by an address that is not checked', async () => {
    await save('GitHub')
    await becomePerson()
    expect(await expectApiError(finish(await begin()))).toMatchObject({
      ...{ status: 403, message: expect.stringContaining('connect it in your profile') },
    })
  })

  test('cannot prove that it asked again', async () => {
    await save('GitHub')
    const owner = await newStaff()
    await becomePerson(owner.email)
    await finish({ ...(await begin()), password: owner.password })
    const { identity } = await owner.client.call(getSsoIdentity)
    expect(identity).toMatchObject({ provider: 'GitHub', canProve: false })
    expect(await expectApiError(owner.client.call(startSsoProof, { body: {} }))).toMatchObject({
      status: 409,
    })
  })
})

describe('a connection from the profile', () => {
  test('signs the account in later, whatever address the person has', async () => {
    await save('GitHub')
    const owner = await newStaff()
    const id = await becomePerson()
    expect(await owner.client.call(getSsoIdentity)).toEqual({ identity: null, offered: 'GitHub' })
    const answer = await beginConnection(owner)
    const done = await owner.client.call(finishSsoConnection, { body: answer })
    expect(done).toEqual({ redirect: '/profile' })
    expect(await owner.client.call(getSsoIdentity)).toMatchObject({
      ...{ identity: { provider: 'GitHub' }, offered: null },
    })
    const { token } = await finish(await begin())
    expect((await clientOf(token).call(getDevUser)).user.id).toBe(owner.id)
    const { rows } = await withPlatform((on) =>
      on.query(
        `select action, after::text from audit where staff_id = $1 and action = 'connected an identity'`,
        [owner.id],
      ),
    )
    expect(rows).toHaveLength(1)
    expect(rows[0].after).toContain(`"${id}"`)
    const again = await expectApiError(owner.client.call(startSsoConnection, { body: {} }))
    expect(again).toMatchObject({ status: 409 })
    await owner.client.call(disconnectIdentity)
    expect(await expectApiError(finish(await begin()))).toMatchObject({ status: 403 })
  })

  test('counts once, in the session that began it [RFC 9700 §4.7.1]', async () => {
    await save('GitHub')
    const [owner, attacker] = [await newStaff(), await newStaff()]
    await becomePerson()
    const answer = await beginConnection(attacker)
    const linked = await expectApiError(owner.client.call(finishSsoConnection, { body: answer }))
    expect(linked).toMatchObject({ status: 403 })
    expect(await owner.client.call(getSsoIdentity)).toMatchObject({ identity: null })
    await attacker.client.call(finishSsoConnection, { body: answer })
    const replayed = attacker.client.call(finishSsoConnection, { body: answer })
    expect(await expectApiError(replayed)).toMatchObject({ status: 403 })
  })

  test('is no sign-in and no proof, and neither is a connection [RFC 9700 §4.5]', async () => {
    await save('GitHub')
    const owner = await newStaff()
    await becomePerson()
    const connection = await beginConnection(owner)
    expect(await expectApiError(finish(connection))).toMatchObject({ status: 401 })
    const proved = owner.client.call(finishSsoProof, { body: connection })
    expect(await expectApiError(proved)).toMatchObject({ status: 403 })
    const signIn = await begin()
    const connected = owner.client.call(finishSsoConnection, { body: signIn })
    expect(await expectApiError(connected)).toMatchObject({ status: 403 })
  })

  test('is refused for a person whom another account has', async () => {
    await save('GitHub')
    const [first, second] = [await newStaff(), await newStaff()]
    await becomePerson()
    const body = await beginConnection(first)
    await first.client.call(finishSsoConnection, { body })
    const taken = await beginConnection(second)
    const refused = second.client.call(finishSsoConnection, { body: taken })
    expect(await expectApiError(refused)).toMatchObject({ status: 409 })
    expect(await second.client.call(getSsoIdentity)).toMatchObject({ identity: null })
  })

  test('is one of two concurrent ones of a person', async () => {
    await save('GitHub')
    const both = [await newStaff(), await newStaff()]
    await becomePerson()
    const ended = await Promise.allSettled(
      both.map(async (person) =>
        person.client.call(finishSsoConnection, { body: await beginConnection(person) }),
      ),
    )
    expect(ended.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })
})

describe('Apple as the provider of staff', () => {
  const post = (body: string, type = 'application/x-www-form-urlencoded') =>
    fetch(`${testServer().address}/sso/callback`, {
      ...{ method: 'POST', redirect: 'manual', body },
      headers: { 'content-type': type, origin: 'https://appleid.apple.com' },
    })

  test('posts its answer, which becomes the redirect of a sign-in', async () => {
    await stub.spoil({})
    await save('Apple')
    const { handle, query: form } = await begin()
    expect(form).toContain('user=')
    const answer = await post(form)
    expect(answer.status).toBe(303)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const location = answer.headers.get('location') ?? ''
    expect(location).toMatch(/^\/sso\/callback\?code=[0-9a-f]+&state=[\w-]+$/)
    const { token } = await finish({ handle, query: location.slice(location.indexOf('?')) })
    const { user } = await clientOf(token).call(getDevUser)
    expect(user).toMatchObject({ email: 'ada@corp.test', first_name: 'ada' })
  })

  test.each([
    ['a form of 20 KB', `code=${'a'.repeat(20_000)}`, undefined, 413],
    ['JSON', '{"code":"a"}', 'application/json', 415],
  ])('is not taken as %s', async (_name, body, type, status) => {
    expect((await post(body, type)).status).toBe(status)
  })

  test('redirects to no other page [RFC 9700 §4.11.1]', async () => {
    const answer = await post('code=%0d%0aX-Evil:1&redirect=https://evil.example&error=%26a=b')
    expect(answer.headers.get('location')).toBe(
      '/sso/callback?code=%0D%0AX-Evil%3A1&error=%26a%3Db',
    )
    expect(answer.headers.get('x-evil')).toBeNull()
  })
})

describe('refuses to save', () => {
  const endpoints = (change: object) => ({
    endpoints: { ...shapeOf('GitHub').endpoints, ...change },
  })

  test.each<[string, string, () => object, string]>([
    ['ID tokens without discovery', 'GitHub', () => ({ scope: 'openid user' }), 'scope'],
    ['discovery without ID tokens', 'Google', () => ({ scope: 'email' }), 'scope'],
    ['a key that signs nothing', 'Apple', () => ({ clientSecret: 'a key' }), 'clientSecret'],
    ['no claim of the id', 'GitHub', () => endpoints({ claims: { email: 'email' } }), 'endpoints'],
    [
      'an address with a password',
      'GitHub',
      () => endpoints({ token: 'https://a:b@evil.example/' }),
      'endpoints',
    ],
    [
      'an address inside the network',
      'GitHub',
      () => endpoints({ userInfo: 'https://10.0.0.1/user' }),
      'endpoints',
    ],
    [
      'another address of the token without the secret again',
      'GitHub',
      () => ({ ...endpoints({ token: `${stub.base}/token` }), clientSecret: undefined }),
      'clientSecret',
    ],
  ])('%s', async (_name, preset, change, path) => {
    await stub.spoil({})
    await save('GitHub')
    const error = await expectApiError(save(preset, change()))
    expect(error.status).toBe(422)
    expect(String((error.details as { path: string }[])[0]?.path)).toMatch(new RegExp(`^${path}`))
  })
})
