import { randomUUID } from 'node:crypto'
import {
  acceptInvitation,
  createMember,
  getDevUser,
  getSsoOptions,
  inviteStaff,
  listProjects,
  requestPasswordReset,
  resetPassword,
  signIn,
} from '@plinth/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  clientOf,
  expectApiError,
  guest,
  newProject,
  newStaff,
  type Person,
  theAdmin,
  withPlatform,
} from '../../app/testing/people.ts'
import { hashToken } from '../../foundation/http/access/authenticate.ts'
import { newId } from '../../foundation/platform/new-id.ts'
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

const setBreakGlass = ({ id }: Person, value = true) =>
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

  test('password links are for break-glass accounts', async () => {
    const links = ({ id }: Person) => countOf('password_reset', 'staff_id = $1', [id])
    for (const { email } of [owner, admin]) {
      expect(await guest().call(requestPasswordReset, { body: { email } })).toEqual({})
    }
    await expect.poll(() => links(admin), { timeout: 30_000 }).toBe(1)
    expect(await links(owner)).toBe(0)
    const body = { token: await newReset(owner), password: 'a new password' }
    const refused = await expectApiError(guest().call(resetPassword, { body }))
    expect(refused).toMatchObject({ status: 403 })
    expect(await links(owner)).toBe(1)
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
