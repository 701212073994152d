import { randomUUID } from 'node:crypto'
import {
  acceptInvitation,
  createMember,
  disconnectIdentity,
  getDevUser,
  getSsoOptions,
  inviteStaff,
  listProjects,
  requestPasswordReset,
  resetPassword,
  saveProfile,
  signIn,
} from '@plinth/contract'
import { beforeAll, describe, expect, test } from 'vitest'
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
import { hashToken } from '../../foundation/http/access/authenticate.ts'
import { newId } from '../../foundation/platform/new-id.ts'
import { hashPassword } from '../passwords/passwords.ts'
import { newPersonalKey } from '../personal-keys/testing/device-login.ts'
import { countOf, useSso } from '../sso/testing/use-sso.ts'

const { begin, finish, enter, newPerson } = await useSso({ PLINTH_OIDC_ONLY: 'true' })

let admin: Person
let owner: Person
let projectId: string
const invitation = randomUUID()
beforeAll(async () => {
  admin = await theAdmin()
  owner = await newStaff()
  projectId = await newProject(owner)
  await withPlatform((on) =>
    on.query(
      `insert into invitation (id, organisation_id, email, token_hash, invited_by, expires_at)
       select $1, organisation_id, $2, $3, id, now() + interval '1 hour' from staff where id = $4`,
      [newId('inv'), `${randomUUID()}@example.com`, hashToken(invitation), admin.id],
    ),
  )
}, 120_000)

const setBreakGlass = ({ id }: Pick<Person, 'id'>, value = true) =>
  withPlatform((on) => on.query('update staff set break_glass = $1 where id = $2', [value, id]))

const login = ({ email, password }: Pick<Person, 'email' | 'password'>) =>
  guest().call(signIn, { body: { email, password } })

async function newReset({ id }: Person): Promise<string> {
  const token = randomUUID()
  await withPlatform((on) =>
    on.query(
      `insert into password_reset (token_hash, staff_id, expires_at)
       values ($1, $2, now() + interval '1 hour')`,
      [hashToken(token), id],
    ),
  )
  return token
}

test('passwords go on while no admin is a break-glass account', async () => {
  expect((await guest().call(getSsoOptions)).provider).toMatchObject({ ssoOnly: false })
  await setBreakGlass(owner)
  expect((await login(owner)).token).toBeTruthy()
  await setBreakGlass(owner, false)
})

test('a sign-in that has begun before the switch opens no session after it', async () => {
  const sessions = () => countOf('session', 'staff_id = $1', [owner.id])
  const before = await sessions()
  const error = await withPlatform(async (on) => {
    await on.query('begin')
    await on.query(`select pg_advisory_xact_lock(hashtextextended('single sign-on only', 27))`)
    await on.query('update staff set break_glass = true where id = $1', [admin.id])
    const ending = expectApiError(login(owner))
    // Other tests wait for other locks of this server.
    const waiting = `locktype = 'advisory' and not granted
      and ((classid::bigint << 32) | objid::bigint) = hashtextextended('single sign-on only', 27)`
    await expect.poll(() => countOf('pg_locks', waiting, []), { timeout: 30_000 }).toBe(1)
    await on.query('commit')
    return ending
  })
  expect(error).toMatchObject({ status: 401, message: expect.stringContaining('Test provider') })
  expect(await sessions()).toBe(before)
})

describe('with a break-glass admin', () => {
  beforeAll(() => setBreakGlass(admin))

  test('the right password of anybody else is refused, and a wrong one tells nothing', async () => {
    expect((await guest().call(getSsoOptions)).provider).toMatchObject({ ssoOnly: true })
    const refused = await expectApiError(login(owner))
    expect(refused).toMatchObject({ status: 401, details: undefined })
    expect(refused.message).toContain('Sign in with Test provider.')
    const wrong = await expectApiError(login({ ...owner, password: 'not the password' }))
    expect(wrong.message).toBe('The email or password is wrong.')
    expect((await login(admin)).token).toBeTruthy()
  })

  test('the provider signs people in, and connects an account by its password', async () => {
    expect((await enter((await newPerson()).login)).token).toBeTruthy()
    const { login: name } = await newPerson({ email: owner.email })
    const { token } = await finish({ ...(await begin(name)), password: owner.password })
    expect((await clientOf(token).call(getDevUser)).user.id).toBe(owner.id)
  })

  test('the own password, address and connection stay as they are, and the name changes', async () => {
    const client = clientOf((await enter((await newPerson()).login)).token)
    const { user } = await client.call(getDevUser)
    await join({ ...owner, id: user.id }, { projectId, role: 'developer' })
    const password = 'the password of a member'
    await withPlatform(async (on) =>
      on.query(
        `with proved as (update session set proved_at = now() where staff_id = $1)
         update staff set password_hash = $2 where id = $1`,
        [user.id, await hashPassword(password)],
      ),
    )
    const params = { projectId, userId: user.id }
    const body = { email: user.email, first_name: 'Augusta', last_name: 'King', password: null }
    for (const change of [{ password: 'a new password' }, { email: 'other@example.com' }]) {
      const sent = { ...body, ...change, currentPassword: password }
      const refused = await expectApiError(client.call(saveProfile, { params, body: sent }))
      expect(refused).toMatchObject({ status: 403 })
      expect(refused.message).toContain('Test provider only')
    }
    expect(await expectApiError(client.call(disconnectIdentity))).toMatchObject({
      status: 409,
      message: expect.stringContaining('Ask an admin'),
    })
    expect(await countOf('staff_identity', 'staff_id = $1', [user.id])).toBe(1)
    const saved = await client.call(saveProfile, { params, body })
    expect(saved.user).toMatchObject({ first_name: 'Augusta', email: user.email })
    await setBreakGlass(user)
    const sent = { ...body, password: 'a new password', currentPassword: password }
    await client.call(saveProfile, { params, body: sent })
    expect(await countOf('staff_identity', 'staff_id = $1', [user.id])).toBe(0)
    await setBreakGlass(user, false)
  })

  test('nobody gets or uses a password link, break-glass accounts neither', async () => {
    const links = ({ id }: Pick<Person, 'id'>) => countOf('password_reset', 'staff_id = $1', [id])
    const ask = ({ email }: Person) => guest().call(requestPasswordReset, { body: { email } })
    for (const person of [owner, admin]) {
      expect(await ask(person)).toEqual({})
      const body = { token: await newReset(person), password: 'a new password' }
      const refused = await expectApiError(guest().call(resetPassword, { body }))
      expect(refused).toMatchObject({ status: 403 })
      expect(refused.message).toContain('staff reset-password')
    }
    // A link that is requested later arrives once the earlier tasks are over.
    await setBreakGlass(admin, false)
    const later = await newStaff()
    await ask(later)
    await expect.poll(() => links(later), { timeout: 30_000 }).toBe(1)
    await setBreakGlass(admin)
    expect(await Promise.all([owner, admin].map(links))).toEqual([1, 1])
  })

  test('invitations and new users with a password are refused', async () => {
    const email = `${randomUUID()}@example.com`
    const names = { firstName: 'Ada', lastName: 'Example', password: 'a password of hers' }
    const calls = [
      () => admin.client.call(inviteStaff, { body: { email } }),
      () => guest().call(acceptInvitation, { body: { token: invitation, ...names } }),
      () =>
        owner.client.call(createMember, {
          params: { projectId },
          body: { email, ...names, role: 'developer' as const },
        }),
    ]
    for (const call of calls) {
      const error = await expectApiError(call())
      expect(error).toMatchObject({ status: 409 })
      expect(error.message).toContain('Test provider')
    }
    expect(await countOf('staff', 'email = $1', [email])).toBe(0)
  })

  test('personal keys go on', async () => {
    const key = await newPersonalKey(owner, { projectIds: [projectId] })
    const { projects } = await clientOf(key).call(listProjects)
    expect(projects.map(({ id }) => id)).toEqual([projectId])
  })

  test('a break-glass admin who is disabled does not count', async () => {
    await withPlatform((on) =>
      on.query('update staff set disabled_at = now() where id = $1', [admin.id]),
    )
    expect((await login(owner)).token).toBeTruthy()
    await withPlatform((on) =>
      on.query('update staff set disabled_at = null where id = $1', [admin.id]),
    )
    expect(await expectApiError(login(owner))).toMatchObject({ status: 401 })
  })
})
