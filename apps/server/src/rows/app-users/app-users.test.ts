import {
  changeUserPassword,
  createRow,
  deleteRow,
  getDevUser,
  getMe,
  listRows,
  refreshUser,
  signInUser,
  signOutUser,
  signUpUser,
  updateRow,
} from '@plinth/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { appConfiguration, newApp, type SignedUp, signUp } from '../../app/testing/app-tables.ts'
import {
  clientOf,
  expectApiError,
  guest,
  newStaff,
  type Person,
  withPlatform,
} from '../../app/testing/people.ts'

const WRONG = 'The email or password is wrong.'
const params = { table: 'people' }
const NEW = 'another password'

let owner: Person
beforeAll(async () => {
  owner = await newStaff()
})

describe.each(['sqlite3', 'postgres'] as const)('app users on %s', (database) => {
  let projectId: string
  let query: { $projectId: string }
  beforeAll(async () => {
    projectId = await newApp(owner, appConfiguration(database))
    query = { $projectId: projectId }
  })

  const signIn = (user: { email: string; password: string }, table = 'people') =>
    guest().call(signInUser, {
      params: { table },
      query,
      body: { email: user.email, password: user.password },
    })
  const meOf = (token: string) => clientOf(token).call(getMe)
  const isOut = async (token: string) => (await expectApiError(meOf(token))).status

  test('a user signs up, works with a row of their own, and signs out', async () => {
    const user = await signUp(projectId, { nick: 'Ada' })
    expect(user.user).toMatchObject({ email: user.email, nick: 'Ada', verified: false })
    expect(user.token).toMatch(/^plu_[A-Za-z0-9_-]{43}$/)
    const client = clientOf(user.token)
    const body = { title: 'mine', author: user.user.id }
    await client.call(createRow, { params: { table: 'notes' }, query, body })
    // The token identifies the project and environment.
    const { data } = await client.call(listRows, { params: { table: 'notes' } })
    expect(data).toMatchObject([{ title: 'mine' }])
    await client.call(signOutUser, { params })
    expect(await isOut(user.token)).toBe(401)
    const after = client.call(listRows, { params: { table: 'notes' }, query })
    expect(await expectApiError(after)).toMatchObject({
      status: 401,
      message: 'This session has expired or was ended. Sign in again.',
    })
    expect((await guest().call(listRows, { params: { table: 'notes' }, query })).data).toEqual([])
  })

  test('me returns the row without hidden and hashed columns, regardless of the view rule', async () => {
    const { token, user, email } = await signUp(projectId)
    const me = (await meOf(token)).user
    expect(me).toEqual(user)
    expect(Object.keys(me).sort()).toEqual(
      ['createdOn', 'email', 'id', 'nick', 'updatedOn', 'verified'].sort(),
    )
    expect(me.email).toBe(email)
    expect((await expectApiError(clientOf(token).call(getDevUser))).status).toBe(401)
  })

  test('an address is stored in lower case and found however it is typed', async () => {
    const email = `Ada.${Math.random()}@Example.com`
    const { user, password } = await signUp(projectId, { email })
    expect(user.email).toBe(email.toLowerCase())
    expect((await signIn({ email: ` ${email.toUpperCase()} `, password })).user.id).toBe(user.id)
  })

  const refusedSignUps = [
    { name: 'a table with the default rule', table: 'members', status: 403 },
    { name: 'a locked table', table: 'closed', status: 403 },
    { name: 'a table without accounts', table: 'notes', status: 404 },
    { name: 'no such table', table: 'nobody', status: 404 },
    { name: 'a short password', change: { password: 'short' }, status: 422, path: 'password' },
    { name: 'no address', change: { email: 'ada' }, status: 422, path: 'email' },
    { name: 'verified (R22)', change: { verified: true }, status: 422, path: 'verified' },
    { name: 'an id (R22)', change: { id: 'mine' }, status: 422, path: 'id' },
    { name: 'a hidden column (R3)', change: { score: 1 }, status: 422, path: 'score' },
    { name: 'no such column', change: { admin: true }, status: 422, path: 'admin' },
    { name: 'a value too long', change: { nick: 'x'.repeat(21) }, status: 422, path: 'nick' },
  ]
  test.each(refusedSignUps)('rejects sign-up with $name', async (refused) => {
    const { table = 'people', change = {}, status, path } = refused
    const body = { email: `${Math.random()}@example.com`, password: NEW, ...change }
    const call = guest().call(signUpUser, { params: { table }, query, body })
    const refusal = await expectApiError(call)
    expect(refusal.status).toBe(status)
    if (path) expect(JSON.stringify(refusal.details)).toContain(`"${path}"`)
  })

  test('rejects an address that is taken, and treats staff as guests on sign-up', async () => {
    const { email } = await signUp(projectId)
    expect((await expectApiError(signUp(projectId, { email }))).status).toBe(409)
    const body = { email: `x${email}`, password: NEW }
    const asStaff = owner.client.call(signUpUser, { params: { table: 'members' }, query, body })
    expect((await expectApiError(asStaff)).status).toBe(403)
  })

  test.each([
    { name: 'a wrong password', change: { password: 'not it at all' }, table: 'people' },
    { name: 'an unknown address', change: { email: 'nobody@example.com' }, table: 'people' },
    { name: 'the same account in another table', change: {}, table: 'members' },
  ])('sign-in with $name returns the same error', async ({ change, table }) => {
    const user = await signUp(projectId)
    const refusal = await expectApiError(signIn({ ...user, ...change }, table))
    expect([refusal.status, refusal.message]).toEqual([401, WRONG])
  })

  test('locks an account after five failures, but not others (R30)', async () => {
    const victim = await signUp(projectId)
    const other = await signUp(projectId)
    const guess = (email: string) => expectApiError(signIn({ email, password: 'wrong wrong' }))
    for (let failure = 0; failure < 5; failure += 1) {
      expect((await guess(victim.email)).status).toBe(401)
    }
    expect((await guess(victim.email.toUpperCase())).code).toBe('rate_limited')
    expect((await guess(` \u00a0\ufeff${victim.email} `)).code).toBe('rate_limited')
    expect((await expectApiError(signIn(victim))).code).toBe('rate_limited')
    expect((await signIn(other)).user.id).toBe(other.user.id)
  })

  test('a token is valid for its own table only', async () => {
    const { token } = await signUp(projectId)
    const elsewhere = clientOf(token).call(refreshUser, { params: { table: 'members' }, query })
    expect((await expectApiError(elsewhere)).status).toBe(401)
  })

  test('in another project the bearer of a token is a guest (R1)', async () => {
    const { token, user } = await signUp(projectId)
    const other = await newApp(owner, appConfiguration(database))
    const there = { $projectId: other }
    const body = { title: 'not mine', author: user.id }
    const create = clientOf(token).call(createRow, {
      params: { table: 'notes' },
      query: there,
      body,
    })
    expect((await expectApiError(create)).status).toBe(403)
    const refresh = clientOf(token).call(refreshUser, { params, query: there })
    expect((await expectApiError(refresh)).status).toBe(401)
  })

  const row = (user: SignedUp) => ({ params: { table: 'people', id: user.user.id }, query })
  const enders = [
    {
      name: 'a password that the user changes',
      end: (user: SignedUp) =>
        clientOf(user.token).call(changeUserPassword, {
          params,
          query,
          body: { currentPassword: user.password, password: NEW },
        }),
    },
    {
      name: 'a password that staff change',
      end: (user: SignedUp) =>
        owner.client.call(updateRow, { ...row(user), body: { password: NEW } }),
    },
    {
      name: 'staff deleting the row',
      end: (user: SignedUp) => owner.client.call(deleteRow, row(user)),
    },
    {
      name: 'the user deleting the row',
      end: (user: SignedUp) => clientOf(user.token).call(deleteRow, row(user)),
    },
  ]
  test.each(enders)('$name ends every session', async ({ end }) => {
    const user = await signUp(projectId)
    const { token: second } = await signIn(user)
    await meOf(second)
    await end(user)
    expect(await isOut(user.token)).toBe(401)
    expect(await isOut(second)).toBe(401)
  })

  test('a new password requires the current one and is valid at once (R29)', async () => {
    const user = await signUp(projectId)
    const change = (currentPassword: string) =>
      clientOf(user.token).call(changeUserPassword, {
        params,
        query,
        body: { currentPassword, password: NEW },
      })
    expect((await expectApiError(change('not it'))).status).toBe(422)
    const { token } = await change(user.password)
    expect((await meOf(token)).user.id).toBe(user.user.id)
    expect((await expectApiError(signIn(user))).status).toBe(401)
    await signIn({ ...user, password: NEW })
  })

  test('stores only a hash of the token', async () => {
    const { token, user } = await signUp(projectId)
    const found = await withPlatform((on) =>
      on.query('select app_session::text as kept from app_session where user_id = $1', [user.id]),
    )
    expect(found.rows).toHaveLength(1)
    expect(found.rows[0].kept).not.toContain(token.slice(4))
  })
})
