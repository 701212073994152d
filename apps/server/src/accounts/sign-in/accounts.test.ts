import { getDevUser, getMe, signIn, signOut } from '@plinth/contract'
import { expect, test } from 'vitest'
import {
  clientOf,
  expectApiError,
  guest,
  newStaff,
  theAdmin,
  withPlatform,
} from '../../app/testing/people.ts'
import { startBeside } from '../../app/testing/start-beside.ts'

const WRONG = 'The email or password is wrong.'

test('staff sign in, read their account and sign out', async () => {
  const person = await newStaff()
  const { user, organisation } = await person.client.call(getDevUser)
  expect(user).toEqual({
    id: person.id,
    email: person.email,
    first_name: 'Test',
    last_name: 'Person',
    role: 'developer',
    revision: 1,
  })
  expect(organisation.name).toBe('Organisation')
  expect((await person.client.call(getMe)).user.id).toBe(person.id)
  await person.client.call(signOut)
  expect((await expectApiError(person.client.call(getDevUser))).code).toBe('unauthenticated')
})

test('the first admin has the role admin', async () => {
  const admin = await theAdmin()
  expect((await admin.client.call(getDevUser)).user.role).toBe('admin')
})

test('an email matches regardless of case and outer spaces', async () => {
  const { email, password } = await newStaff()
  const body = { email: `  ${email.toUpperCase()} `, password }
  expect((await guest().call(signIn, { body })).token).toMatch(/^[A-Za-z0-9_-]{43}$/)
})

test.each([
  { name: 'a wrong password', change: { password: 'not it at all' }, status: 401, message: WRONG },
  {
    name: 'an unknown email',
    change: { email: 'nobody@example.com' },
    status: 401,
    message: WRONG,
  },
  { name: 'an empty password', change: { password: '' }, status: 422, message: /password/ },
  { name: 'an empty email', change: { email: '' }, status: 422, message: /email/ },
  { name: 'a field that does not exist', change: { admin: true }, status: 422, message: /admin/ },
  { name: 'a number for a password', change: { password: 5 }, status: 422, message: /password/ },
])('rejects a sign-in with $name', async ({ change, status, message }) => {
  const { email, password } = await newStaff()
  const body = { email, password, ...change } as { email: string; password: string }
  const error = await expectApiError(guest().call(signIn, { body }))
  expect(error.status).toBe(status)
  expect(error.message).toMatch(message)
})

test.each(['', 'Bearer', 'Bearer x', 'Basic abc', `Bearer ${'a'.repeat(43)}`, 'Bearer a b'])(
  'the header %j does not authenticate',
  async (authorization) => {
    const client = clientOf(null)
    const error = await expectApiError(client.call(getDevUser, { headers: { authorization } }))
    expect(error.code).toBe('unauthenticated')
  },
)

test('after five failures an account is limited, and others are not (R30)', async () => {
  const victim = await newStaff()
  const wrong = { body: { email: victim.email, password: 'wrong wrong' } }
  for (let failure = 0; failure < 5; failure += 1) {
    expect((await expectApiError(guest().call(signIn, wrong))).status).toBe(401)
  }
  const shouting = { body: { ...wrong.body, email: victim.email.toUpperCase() } }
  expect((await expectApiError(guest().call(signIn, shouting))).code).toBe('rate_limited')
  const right = { body: { email: victim.email, password: victim.password } }
  expect((await expectApiError(guest().call(signIn, right))).code).toBe('rate_limited')
  expect((await newStaff()).token).toBeTruthy()
})

test('successful sign-ins are never limited', async () => {
  const { email, password } = await newStaff()
  for (let time = 0; time < 8; time += 1) await guest().call(signIn, { body: { email, password } })
})

test('tokens are stored as hashes only (R28)', async () => {
  const { token } = await newStaff()
  await withPlatform(async (client) => {
    const result = await client.query(
      `select 1 from session where encode(token_hash, 'escape') like '%' || $1 || '%'`,
      [token],
    )
    expect(result.rowCount).toBe(0)
  })
})

test.each([
  { name: 'idle for 12 hours', change: `last_used_at = now() - interval '12 hours 1 second'` },
  { name: 'seven days old', change: `expires_at = now() - interval '1 second'` },
])('a session that is $name has ended', async ({ change }) => {
  const person = await newStaff()
  await withPlatform((client) =>
    client.query(`update session set ${change} where staff_id = $1`, [person.id]),
  )
  expect((await expectApiError(person.client.call(getDevUser))).code).toBe('unauthenticated')
})

test('a sign-out applies to the next request in every process (R28)', async () => {
  const second = await startBeside()
  try {
    const person = await newStaff()
    const there = clientOf(person.token, second.address)
    expect((await there.call(getDevUser)).user.id).toBe(person.id)
    await person.client.call(signOut)
    expect((await expectApiError(there.call(getDevUser))).code).toBe('unauthenticated')
  } finally {
    await second.stop()
  }
})
