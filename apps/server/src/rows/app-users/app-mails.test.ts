import { randomUUID } from 'node:crypto'
import {
  createDomain,
  deployDatabase,
  getMe,
  listEnvironments,
  refreshUser,
  requestUserReset,
  resetUserPassword,
  signInUser,
  verifyUser,
} from '@plinth/contract'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { appConfiguration, newApp, type SignedUp, signUp } from '../../app/testing/app-tables.ts'
import { type Mailbox, openMailbox } from '../../app/testing/mailbox.ts'
import {
  clientOf,
  expectApiError,
  guest,
  newStaff,
  type Person,
  theAdmin,
  withPlatform,
} from '../../app/testing/people.ts'

const NEW = 'another password'
const params = { table: 'people' }
let owner: Person
let mailbox: Mailbox

beforeAll(async () => {
  owner = await newStaff()
  mailbox = await openMailbox()
})
afterAll(() => mailbox.close())

describe.each(['sqlite3', 'postgres'] as const)('mails to app users on %s', (database) => {
  let query: { $projectId: string }
  beforeAll(async () => {
    query = { $projectId: await newApp(owner, appConfiguration(database)) }
  })

  /** Sign-up has mailed a first verification link. */
  async function newUser(): Promise<SignedUp & { verification: string }> {
    const user = await signUp(query.$projectId)
    return { ...user, verification: await tokenIn(user.email, 1) }
  }
  async function tokenIn(email: string, number: number): Promise<string> {
    const { text } = await mailbox.wait(email, number)
    const token = /people\/(?:verify|reset)#([A-Za-z0-9_-]{43})/.exec(text)?.[1]
    if (!token) throw new Error(`no link in ${text}`)
    expect(text).toContain(`this code: ${token}`)
    return token
  }
  const ask = (email: string) => guest().call(requestUserReset, { params, query, body: { email } })
  const reset = (token: string, where: object = {}) =>
    guest().call(resetUserPassword, {
      params,
      query,
      body: { token, password: NEW },
      ...where,
    })
  const verify = (token: string, where: object = {}) =>
    guest().call(verifyUser, { params, query, body: { token }, ...where })
  const signIn = (email: string, password: string) =>
    guest().call(signInUser, { params, query, body: { email, password } })
  const me = async (token: string) => (await clientOf(token).call(getMe)).user

  test('a mailed link verifies the address once', async () => {
    const { token, verification } = await newUser()
    expect((await me(token)).verified).toBe(false)
    await verify(verification)
    expect((await me(token)).verified).toBe(true)
    expect((await expectApiError(verify(verification))).code).toBe('invalid')
  })

  test('a new verification link invalidates the earlier one', async () => {
    const { email, verification } = await newUser()
    await guest().call(verifyUser, { params, query, body: { email } })
    const second = await tokenIn(email, 2)
    expect((await expectApiError(verify(verification))).code).toBe('invalid')
    await verify(second)
  })

  test('a mailed link sets a new password once and ends every session (R29)', async () => {
    const user = await newUser()
    expect(await ask(user.email)).toEqual({})
    const token = await tokenIn(user.email, 2)
    await reset(token)
    expect((await expectApiError(me(user.token))).status).toBe(401)
    expect((await expectApiError(signIn(user.email, user.password))).status).toBe(401)
    expect((await signIn(user.email, NEW)).user.verified).toBe(true)
    expect((await expectApiError(reset(token))).code).toBe('invalid')
    // The reset also invalidates the other links.
    expect((await expectApiError(verify(user.verification))).code).toBe('invalid')
  })

  test('an unknown address gets the same answer and no mail', async () => {
    const unknown = `${randomUUID()}@example.com`
    expect(await ask(unknown)).toEqual({})
    const user = await newUser()
    await ask(user.email)
    await tokenIn(user.email, 2)
    expect(mailbox.sentTo(unknown)).toEqual([])
  })

  test('of two concurrent uses of one link one succeeds', async () => {
    const user = await newUser()
    await ask(user.email)
    const token = await tokenIn(user.email, 2)
    const uses = await Promise.allSettled([reset(token), reset(token)])
    expect(uses.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  test.each([
    { name: 'thirty minutes old', change: `expires_at = now() - interval '1 second'` },
    { name: 'for an address the user no longer has', change: `email = 'old@example.com'` },
  ])('rejects a link that is $name', async ({ change }) => {
    const { verification, user } = await newUser()
    await withPlatform((on) =>
      on.query(`update app_link set ${change} where user_id = $1`, [user.id]),
    )
    expect((await expectApiError(verify(verification))).code).toBe('invalid')
  })

  test('a link is valid for its own purpose, table and project only (R1)', async () => {
    const { verification } = await newUser()
    const other = { $projectId: await newApp(owner, appConfiguration(database)) }
    expect((await expectApiError(reset(verification))).code).toBe('invalid')
    const members = { params: { table: 'members' } }
    expect((await expectApiError(verify(verification, members))).code).toBe('invalid')
    expect((await expectApiError(verify(verification, { query: other }))).code).toBe('invalid')
    await verify(verification)
  })

  test.each([
    { name: 'a short password', body: { token: 'a'.repeat(43), password: 'short' } },
    { name: 'a guessed token', body: { token: 'a'.repeat(43), password: NEW } },
    { name: 'a field that does not exist', body: { token: 'a', password: NEW, verified: true } },
  ])('rejects $name', async ({ body }) => {
    const refusal = await expectApiError(guest().call(resetUserPassword, { params, query, body }))
    expect(refusal.status).toBe(422)
  })

  test('the link uses the base URL, or the domain of the environment', async () => {
    const user = await newUser()
    const [first] = mailbox.sentTo(user.email)
    expect(first?.text).toContain(`${inject('server').address}/auth/people/verify#`)
    const host = `${randomUUID()}.example.com`
    const project = { params: { projectId: query.$projectId } }
    const { environments } = await owner.client.call(listEnvironments, project)
    const environment = environments.find(({ name }) => name === 'dev')?.id ?? ''
    await owner.client.call(createDomain, { ...project, body: { domain: host, environment } })
    const headers = { 'x-forwarded-host': 'evil.example' }
    const body = { email: user.email }
    await guest().call(requestUserReset, { params, query, body, headers })
    const second = await mailbox.wait(user.email, 2)
    expect(second.text).toContain(`https://${host}/auth/people/reset#`)
    expect(second.text).not.toContain('evil.example')
  })

  test('users of production and dev are separate', async () => {
    const admin = await theAdmin()
    const { email, password, token } = await newUser()
    await admin.client.call(deployDatabase, { params: { projectId: query.$projectId } })
    const production = { ...query, $environment: 'production' as const }
    const there = { params, query: production, body: { email, password } }
    expect((await expectApiError(guest().call(signInUser, there))).status).toBe(401)
    const refresh = clientOf(token).call(refreshUser, { params, query: production })
    expect((await expectApiError(refresh)).status).toBe(401)
  })
})
