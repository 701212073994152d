import {
  beginTwoFactor,
  confirmTwoFactor,
  deleteProject,
  finishSso,
  finishSsoProof,
  getDevUser,
  getSsoIdentity,
  saveStaffPolicy,
  startSsoProof,
} from '@plinth/contract'
import { describe, expect, test } from 'vitest'
import {
  clientOf,
  expectApiError,
  guest,
  newProject,
  newStaff,
  theAdmin,
  withPlatform,
} from '../../../app/testing/people.ts'
import { codeOf, turnOnTwoFactor } from '../../../app/testing/two-factor.ts'
import { signInAtProvider } from '../testing/provider.ts'
import { countOf, useSso } from '../testing/use-sso.ts'

const { newPerson, enter, begin, connect, callback } = await useSso()

/** A person whose account was created by single sign-on, so that it has no password. */
async function joined() {
  const { login, email } = await newPerson()
  const { token } = await enter(login)
  const client = clientOf(token)
  const { user } = await client.call(getDevUser)
  return { login, client, token, id: user.id, email, password: '' }
}

type Joined = Awaited<ReturnType<typeof joined>>

const start = ({ client }: Pick<Joined, 'client'>, redirect = '/people') =>
  client.call(startSsoProof, { body: { redirect } })

async function prove(person: Joined, change = (url: URL) => url) {
  const { url, handle } = await start(person)
  const query = await signInAtProvider(change(new URL(url)).href, {
    login: person.login,
    callback,
  })
  return person.client.call(finishSsoProof, { body: { handle, query } })
}

const remove = async (person: Joined) => {
  const projectId = await newProject(person)
  return person.client.call(deleteProject, { params: { projectId } })
}

describe('a proof by the provider', () => {
  test('asks the person again, and counts as a recent proof', async () => {
    const person = await joined()
    expect(await expectApiError(remove(person))).toMatchObject({ code: 'reauthenticate' })
    const { searchParams } = new URL((await start(person)).url)
    expect([searchParams.get('prompt'), searchParams.get('max_age')]).toEqual(['login', '0'])
    expect((await person.client.call(getSsoIdentity)).identity?.isProved).toBe(false)
    expect(await prove(person)).toEqual({ redirect: '/people' })
    expect((await person.client.call(getSsoIdentity)).identity?.isProved).toBe(true)
    await remove(person)
    expect(
      await countOf('audit', `action = 'reauthenticated' and staff_id = $1`, [person.id]),
    ).toBe(1)
  })

  test('replaces the password that sets up a required second factor', async () => {
    const admin = await theAdmin()
    await turnOnTwoFactor(admin)
    await admin.client.call(saveStaffPolicy, { body: { twoFactorRequired: true } })
    const person = await joined()
    expect(await person.client.call(getDevUser)).toMatchObject({ mustSetUpTwoFactor: true })
    const body = { currentPassword: '' }
    expect(await expectApiError(person.client.call(beginTwoFactor, { body }))).toMatchObject({
      code: 'reauthenticate',
    })
    await prove(person)
    const wrong = { currentPassword: 'a guess' }
    expect(await expectApiError(person.client.call(beginTwoFactor, { body: wrong }))).toMatchObject(
      { status: 422 },
    )
    const { secret } = await person.client.call(beginTwoFactor, { body })
    await person.client.call(confirmTwoFactor, { body: { code: codeOf(secret) } })
    expect(await person.client.call(getDevUser)).toMatchObject({ mustSetUpTwoFactor: false })
    await admin.client.call(saveStaffPolicy, { body: { twoFactorRequired: false } })
  })
})

describe('a proof by the provider is refused, and the session goes on', () => {
  const stripped = (url: URL) => {
    url.searchParams.delete('prompt')
    url.searchParams.delete('max_age')
    return url
  }
  const refused = async (person: Joined, attempt: Promise<unknown>, status = 403) => {
    expect(await expectApiError(attempt)).toMatchObject({ status })
    expect(await expectApiError(remove(person))).toMatchObject({ code: 'reauthenticate' })
  }

  test('without the time at which it asked', async () => {
    const person = await joined()
    await refused(person, prove(person, stripped))
  })

  test('with a time before the proof began', async () => {
    const person = await joined()
    const { url, handle } = await start(person)
    const query = await signInAtProvider(url, { login: person.login, callback })
    await withPlatform((on) =>
      on.query(`update sso_transaction set created_at = now() + interval '2 seconds'`),
    )
    await refused(person, person.client.call(finishSsoProof, { body: { handle, query } }))
  })

  test('of another person', async () => {
    const [person, other] = [await joined(), await joined()]
    await refused(person, prove({ ...person, login: other.login }))
  })

  test('of another session of the same person', async () => {
    const person = await joined()
    const other = { ...person, client: clientOf((await enter(person.login)).token) }
    const { url, handle } = await start(other)
    const query = await signInAtProvider(url, { login: person.login, callback })
    await refused(person, person.client.call(finishSsoProof, { body: { handle, query } }))
  })

  test('of a sign-in, and a proof opens no session', async () => {
    const person = await joined()
    const signIn = await begin(person.login)
    await refused(person, person.client.call(finishSsoProof, { body: signIn }))
    const { url, handle } = await start(person)
    const query = await signInAtProvider(url, { login: person.login, callback })
    await refused(person, guest().call(finishSso, { body: { handle, query } }), 401)
  })

  test('a second time', async () => {
    const person = await joined()
    const { url, handle } = await start(person)
    const query = await signInAtProvider(url, { login: person.login, callback })
    const body = { handle, query }
    await person.client.call(finishSsoProof, { body })
    expect(await expectApiError(person.client.call(finishSsoProof, { body }))).toMatchObject({
      status: 403,
    })
  })

  test('for an account that is not connected, or no more', async () => {
    const owner = await newStaff()
    expect(await expectApiError(start(owner))).toMatchObject({ status: 409 })
    const { login } = await connect(owner)
    const { url, handle } = await start(owner)
    const query = await signInAtProvider(url, { login, callback })
    await withPlatform((on) =>
      on.query('delete from staff_identity where staff_id = $1', [owner.id]),
    )
    const ending = owner.client.call(finishSsoProof, { body: { handle, query } })
    expect(await expectApiError(ending)).toMatchObject({ status: 403 })
  })

  test('with a page of another host to open afterwards', async () => {
    const person = await joined()
    expect(await expectApiError(start(person, '//evil.example'))).toMatchObject({ status: 422 })
  })
})
