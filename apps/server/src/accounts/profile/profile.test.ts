import { randomUUID } from 'node:crypto'
import {
  getDevUser,
  listAudit,
  listSessions,
  revokeSession,
  saveProfile,
  signIn,
} from '@plinth/contract'
import { describe, expect, inject, test } from 'vitest'
import {
  clientOf,
  expectApiError,
  guest,
  join,
  newProject,
  newStaff,
  type Person,
  theAdmin,
  withPlatform,
} from '../../app/testing/people.ts'

async function newFixture() {
  const person = await newStaff()
  const projectId = await newProject(person)
  return { person, projectId }
}

interface Change {
  email?: string
  first_name?: string
  password?: string | null
  currentPassword?: string
}

const save = (who: Person, place: { projectId: string; userId?: string }, change: Change) =>
  who.client.call(saveProfile, {
    params: { projectId: place.projectId, userId: place.userId ?? who.id },
    body: {
      email: who.email,
      first_name: 'Ada',
      last_name: 'Example',
      password: null,
      ...change,
    },
  })

const signInAs = async (email: string, password: string) =>
  (await guest().call(signIn, { body: { email, password } })).token

test('names are saved without a password; null leaves the password as it is', async () => {
  const { person, projectId } = await newFixture()
  const { user } = await save(person, { projectId }, {})
  expect(user).toMatchObject({ id: person.id, first_name: 'Ada', last_name: 'Example' })
  expect((await person.client.call(getDevUser)).user).toEqual(user)
  expect(await signInAs(person.email, person.password)).toBeTruthy()
})

test('rejects a stale revision with both versions and without a password', async () => {
  const { person, projectId } = await newFixture()
  const params = { projectId, userId: person.id }
  const body = { email: person.email, first_name: 'Ada', last_name: 'Example', password: null }
  const { revision } = (await person.client.call(getDevUser)).user
  const saved = await person.client.call(saveProfile, { params, body, ifMatch: revision })
  expect(saved.user.revision).toBe(revision + 1)
  const late = { ...body, first_name: 'Late', password: 'long enough' }
  const error = await expectApiError(
    person.client.call(saveProfile, {
      params,
      body: { ...late, currentPassword: person.password },
      ifMatch: revision,
    }),
  )
  expect(error.status).toBe(409)
  expect(error.details).toEqual({
    revision: revision + 1,
    theirs: saved.user,
    yours: { email: person.email, first_name: 'Late', last_name: 'Example' },
  })
  expect(await signInAs(person.email, person.password)).toBeTruthy()
})

test('a new password needs the current one, ends the other sessions and keeps this one (R29)', async () => {
  const { person, projectId } = await newFixture()
  const other = clientOf(await signInAs(person.email, person.password))
  const password = `new-${randomUUID()}`
  await save(person, { projectId }, { password, currentPassword: person.password })
  expect((await person.client.call(getDevUser)).user.id).toBe(person.id)
  expect((await expectApiError(other.call(getDevUser))).status).toBe(401)
  expect((await expectApiError(signInAs(person.email, person.password))).status).toBe(401)
  expect(await signInAs(person.email, password)).toBeTruthy()
})

test('a new email needs the current password and revokes mailed links', async () => {
  const { person, projectId } = await newFixture()
  await withPlatform((client) =>
    client.query(
      `insert into password_reset (token_hash, staff_id, expires_at)
       values (sha256($1::bytea), $2, now() + interval '10 minutes')`,
      [randomUUID(), person.id],
    ),
  )
  const email = `${randomUUID()}@example.com`
  await save(person, { projectId }, { email, currentPassword: person.password })
  expect(await signInAs(email, person.password)).toBeTruthy()
  const left = await withPlatform((client) =>
    client.query('select 1 from password_reset where staff_id = $1', [person.id]),
  )
  expect(left.rowCount).toBe(0)
})

describe('refused', () => {
  test.each([
    { name: 'a new password without the current one', change: { password: 'long enough' } },
    { name: 'a new email without the current one', change: { email: 'someone@else.example' } },
    {
      name: 'a wrong current password',
      change: { password: 'long enough', currentPassword: 'not it' },
    },
  ])('$name', async ({ change }) => {
    const { person, projectId } = await newFixture()
    const error = await expectApiError(save(person, { projectId }, change))
    expect(error.status).toBe(422)
    expect(error.details).toMatchObject([{ path: 'currentPassword' }])
    expect(await signInAs(person.email, person.password)).toBeTruthy()
  })

  test.each([
    { name: 'a short password', change: { password: 'short' }, path: 'password' },
    { name: 'an empty password, which is not null', change: { password: '' }, path: 'password' },
    { name: 'an invalid email', change: { email: 'x' }, path: 'email' },
    { name: 'a role of its own (R22)', change: { role: 'admin' }, path: '' },
  ])('$name', async ({ change, path }) => {
    const { person, projectId } = await newFixture()
    const error = await expectApiError(save(person, { projectId }, change as Change))
    expect(error.status).toBe(422)
    expect(error.details).toMatchObject([{ path }])
  })

  test("another account's profile, for every role, whether or not it exists (R21)", async () => {
    const { person: owner, projectId } = await newFixture()
    const developer = await newStaff()
    await join(developer, { projectId, role: 'developer' })
    const missing = owner.id.replace(/.$/, (last) => (last === '0' ? '1' : '0'))
    for (const who of [owner, await theAdmin()]) {
      for (const userId of [developer.id, missing]) {
        const change = { password: 'long enough', currentPassword: who.password }
        const error = await expectApiError(save(who, { projectId, userId }, change))
        expect(error).toMatchObject({
          status: 403,
          message: 'A profile is saved by its own user only.',
        })
      }
    }
    expect(await signInAs(developer.email, developer.password)).toBeTruthy()
  })

  test('an email that is in use', async () => {
    const { person, projectId } = await newFixture()
    const { email } = await newStaff()
    const change = { email: email.toUpperCase(), currentPassword: person.password }
    const error = await expectApiError(save(person, { projectId }, change))
    expect(error.code).toBe('conflict')
    expect(error.details).toMatchObject([{ path: 'email' }])
  })

  test('guessing the current password: after five failures the correct one is limited too (R30)', async () => {
    const { person, projectId } = await newFixture()
    const guess = (currentPassword: string) =>
      expectApiError(save(person, { projectId }, { password: 'long enough', currentPassword }))
    for (let failure = 0; failure < 5; failure += 1) {
      expect((await guess('wrong')).status).toBe(422)
    }
    expect((await guess(person.password)).code).toBe('rate_limited')
  })
})

test('of two concurrent password changes one succeeds, the other gets a conflict', async () => {
  const { person, projectId } = await newFixture()
  const passwords = ['first new one', 'second new one']
  const tries = await Promise.allSettled(
    passwords.map((password) =>
      save(person, { projectId }, { password, currentPassword: person.password }),
    ),
  )
  const won = tries.findIndex(({ status }) => status === 'fulfilled')
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await signInAs(person.email, passwords[won] ?? '')).toBeTruthy()
})

test('passwords appear neither in the audit log nor in answers (R17)', async () => {
  const { person, projectId } = await newFixture()
  const password = `canary-${randomUUID()}`
  const answer = await save(person, { projectId }, { password, currentPassword: person.password })
  const rows = await withPlatform((client) =>
    client.query('select * from audit where entity_id = $1', [person.id]),
  )
  const trail = await person.client.call(listAudit, { params: { projectId } })
  const text = JSON.stringify([answer, rows.rows, trail])
  expect(text).not.toContain(password)
  expect(text).not.toContain(person.password)
  expect(rows.rows.some(({ entity }) => entity === 'profile')).toBe(true)
})

test('lists sessions with network and times, and marks the current one', async () => {
  const person = await newStaff()
  const { address } = inject('server')
  const answer = await fetch(`${address}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': `Agent ${'x'.repeat(500)}` },
    body: JSON.stringify({ email: person.email, password: person.password }),
  })
  const { token } = (await answer.json()) as { token: string }
  const { sessions } = await clientOf(token).call(listSessions)
  expect(sessions).toHaveLength(2)
  expect(sessions[0]).toMatchObject({
    current: true,
    ip_prefix: expect.stringMatching(/::\/48|\.0\/24/),
  })
  expect(sessions[0]?.user_agent).toHaveLength(300)
  expect(sessions[1]?.current).toBe(false)
  expect(JSON.stringify(sessions)).not.toContain(token)
})

test('a revoked session ends with its next request; sessions of others cannot be revoked', async () => {
  const [person, stranger] = [await newStaff(), await newStaff()]
  const other = clientOf(await signInAs(person.email, person.password))
  const { sessions } = await person.client.call(listSessions)
  const sessionId = sessions.find(({ current }) => !current)?.id ?? ''
  const revoke = (who: Person) => who.client.call(revokeSession, { params: { sessionId } })
  expect((await expectApiError(revoke(stranger))).status).toBe(404)
  expect((await other.call(getDevUser)).user.id).toBe(person.id)
  await revoke(person)
  expect((await expectApiError(other.call(getDevUser))).status).toBe(401)
  expect((await expectApiError(revoke(person))).status).toBe(404)
  expect((await person.client.call(listSessions)).sessions).toHaveLength(1)
})

test('an expired session is not listed', async () => {
  const person = await newStaff()
  await signInAs(person.email, person.password)
  await withPlatform((client) =>
    client.query(
      `update session set last_used_at = now() - interval '13 hours'
       where id = (select id from session where staff_id = $1 order by created_at desc limit 1)`,
      [person.id],
    ),
  )
  expect((await person.client.call(listSessions)).sessions).toHaveLength(1)
})
