import { randomUUID } from 'node:crypto'
import {
  type AssignableRole,
  addMember,
  createMember,
  getProject,
  listMembers,
  listOrgUsers,
  removeMember,
  signIn,
  updateMember,
} from '@plinth/contract'
import { describe, expect, test } from 'vitest'
import {
  expectApiError,
  guest,
  join,
  newProject,
  newStaff,
  type Person,
  theAdmin,
  withPlatform,
} from '../../app/testing/people.ts'

async function team() {
  const [owner, developer] = await Promise.all([newStaff(), newStaff()])
  const projectId = await newProject(owner)
  await join(developer, { projectId, role: 'developer' })
  return { owner, developer, projectId }
}

const rolesIn = async (who: Person, projectId: string) => {
  const { members } = await who.client.call(listMembers, { params: { projectId } })
  return Object.fromEntries(members.map(({ id, role }) => [id, role]))
}
const setRole = (who: Person, projectId: string, memberId: string, role: AssignableRole) =>
  who.client.call(updateMember, { params: { projectId, memberId }, body: { role } })
const remove = (who: Person, projectId: string, memberId: string) =>
  who.client.call(removeMember, { params: { projectId, memberId } })

const newcomer = (more: object = {}) => ({
  email: `${randomUUID()}@example.com`,
  firstName: 'Nell',
  lastName: 'Newcomer',
  role: 'developer' as const,
  password: 'long enough',
  ...more,
})

test('all members of a project see its members, including admins', async () => {
  const { owner, developer, projectId } = await team()
  const admin = await theAdmin()
  const { members } = await developer.client.call(listMembers, { params: { projectId } })
  const roles = await rolesIn(owner, projectId)
  expect(roles).toMatchObject({
    [admin.id]: 'admin',
    [owner.id]: 'owner',
    [developer.id]: 'developer',
  })
  expect(members.find(({ id }) => id === owner.id)).toEqual({
    id: owner.id,
    email: owner.email,
    first_name: 'Test',
    last_name: 'Person',
    role: 'owner',
    revision: 1,
    last_owner: true,
    pending: null,
  })
})

test("an admin's new member can sign in at once; the audit log does not contain the password", async () => {
  const { projectId } = await team()
  const admin = await theAdmin()
  const body = newcomer({ password: `canary-${randomUUID()}` })
  const { member } = await admin.client.call(createMember, { params: { projectId }, body })
  expect(member).toMatchObject({ email: body.email, first_name: 'Nell', role: 'developer' })
  const { token } = await guest().call(signIn, {
    body: { email: body.email, password: body.password },
  })
  expect(token).toBeTruthy()
  const found = await withPlatform((client) =>
    client.query('select before, after from audit where entity_id = $1 and project_id = $2', [
      member.id,
      projectId,
    ]),
  )
  expect(found.rows).toHaveLength(1)
  expect(JSON.stringify(found.rows)).not.toContain(body.password)
})

test('users of the organisation are found, can be added once, and are then no longer listed', async () => {
  const { owner, projectId } = await team()
  const other = await newStaff()
  const search = async (text: string) =>
    (
      await owner.client.call(listOrgUsers, { params: { projectId }, query: { search: text } })
    ).orgUsers.map(({ id }) => id)
  expect(await search(other.email.toUpperCase())).toEqual([other.id])
  expect(await search('nobody at all')).toEqual([])
  expect(await search(owner.email)).toEqual([])
  expect(await search((await theAdmin()).email)).toEqual([])
  const add = () =>
    owner.client.call(addMember, {
      params: { projectId },
      body: { userId: other.id, role: 'developer' },
    })
  expect((await add()).member).toMatchObject({ id: other.id, role: 'developer', revision: 1 })
  expect(await search(other.email)).toEqual([])
  expect((await expectApiError(add())).code).toBe('conflict')
})

test('role changes and removal apply to the next request (R28)', async () => {
  const { owner, developer, projectId } = await team()
  const params = { projectId }
  const create = () => developer.client.call(createMember, { params, body: newcomer() })
  expect((await expectApiError(create())).status).toBe(403)
  await setRole(owner, projectId, developer.id, 'owner')
  expect((await create()).member.role).toBe('developer')
  await setRole(owner, projectId, developer.id, 'developer')
  expect((await expectApiError(create())).status).toBe(403)
  await remove(owner, projectId, developer.id)
  expect((await expectApiError(developer.client.call(getProject, { params }))).status).toBe(404)
})

describe('refused', () => {
  test.each([
    { name: 'the role admin (R21)', more: { role: 'admin' }, path: 'role' },
    { name: 'an invalid email', more: { email: 'nell' }, path: 'email' },
    { name: 'an email in brackets', more: { email: '<nell@example.com>' }, path: 'email' },
    { name: 'two recipients as email', more: { email: 'nell@example.com,x' }, path: 'email' },
    { name: 'a short password', more: { password: 'short' }, path: 'password' },
    { name: 'no first name', more: { firstName: ' ' }, path: 'firstName' },
    { name: 'a field of its own (R22)', more: { is_admin: true }, path: '' },
  ])('creating with $name', async ({ more, path }) => {
    const { owner, projectId } = await team()
    const body = newcomer(more) as never
    const error = await expectApiError(
      owner.client.call(createMember, { params: { projectId }, body }),
    )
    expect(error.status).toBe(422)
    expect(error.details).toMatchObject([{ path }])
  })

  test.each([
    { name: 'as it is', change: (email: string) => email },
    { name: 'in capitals and with spaces', change: (email: string) => ` ${email.toUpperCase()} ` },
  ])('an email address that is taken, written $name', async ({ change }) => {
    const { owner, projectId } = await team()
    const email = change((await newStaff()).email)
    const call = owner.client.call(createMember, {
      params: { projectId },
      body: newcomer({ email }),
    })
    const error = await expectApiError(call)
    expect(error.code).toBe('conflict')
    expect(error.details).toEqual([{ path: 'email', message: 'This email is already in use.' }])
  })

  test('making a member or user an admin, changing an admin, removing an admin (R21)', async () => {
    const { owner, developer, projectId } = await team()
    const admin = await theAdmin()
    const raise = setRole(owner, projectId, developer.id, 'admin' as never)
    expect((await expectApiError(raise)).status).toBe(422)
    for (const who of [owner, admin]) {
      expect((await expectApiError(setRole(who, projectId, admin.id, 'developer'))).status).toBe(
        403,
      )
      expect((await expectApiError(remove(who, projectId, admin.id))).status).toBe(403)
    }
    const add = owner.client.call(addMember, {
      params: { projectId },
      body: { userId: admin.id, role: 'developer' },
    })
    expect((await expectApiError(add)).code).toBe('conflict')
  })

  test('demoting or removing the last owner, even by an admin (R21)', async () => {
    const { owner, developer, projectId } = await team()
    const admin = await theAdmin()
    for (const who of [owner, admin]) {
      expect((await expectApiError(setRole(who, projectId, owner.id, 'developer'))).code).toBe(
        'conflict',
      )
      expect((await expectApiError(remove(who, projectId, owner.id))).code).toBe('conflict')
    }
    await setRole(owner, projectId, developer.id, 'owner')
    await remove(owner, projectId, owner.id)
    expect(await rolesIn(developer, projectId)).not.toHaveProperty(owner.id)
  })

  test('users without a project, members of another project, and unknown ids', async () => {
    const { owner, projectId } = await team()
    const stranger = await newStaff()
    const missing = stranger.id.replace(/.$/, (last) => (last === '0' ? '1' : '0'))
    for (const id of [stranger.id, missing]) {
      expect((await expectApiError(setRole(owner, projectId, id, 'owner'))).status).toBe(404)
      expect((await expectApiError(remove(owner, projectId, id))).status).toBe(404)
    }
    const add = owner.client.call(addMember, {
      params: { projectId },
      body: { userId: missing, role: 'owner' },
    })
    expect((await expectApiError(add)).details).toMatchObject([{ path: 'userId' }])
  })
})

test('two owners who remove each other concurrently leave one', async () => {
  for (let round = 0; round < 10; round += 1) {
    const { owner, developer: second, projectId } = await team()
    await setRole(owner, projectId, second.id, 'owner')
    await Promise.allSettled([
      remove(owner, projectId, second.id),
      remove(second, projectId, owner.id),
      setRole(owner, projectId, second.id, 'developer'),
      setRole(second, projectId, owner.id, 'developer'),
    ])
    const roles = await rolesIn(await theAdmin(), projectId)
    expect(Object.values(roles).filter((role) => role === 'owner').length).toBeGreaterThan(0)
  }
}, 120_000)

test('of fifty edits of one revision one succeeds; the others get 409 with both versions', async () => {
  const { owner, developer, projectId } = await team()
  const edits = await Promise.allSettled(
    Array.from({ length: 50 }, (_, index) =>
      owner.client.call(updateMember, {
        params: { projectId, memberId: developer.id },
        body: { role: index % 2 === 0 ? 'owner' : 'developer' },
        ifMatch: 1,
      }),
    ),
  )
  const won = edits.flatMap((edit) => (edit.status === 'fulfilled' ? [edit.value.member] : []))
  const lost = edits.flatMap((edit) => (edit.status === 'rejected' ? [edit.reason] : []))
  expect(won).toHaveLength(1)
  expect(won[0]).toMatchObject({ revision: 2 })
  expect(lost).toHaveLength(49)
  for (const error of lost) {
    expect(error).toMatchObject({ status: 409, code: 'stale' })
    expect(error.details).toMatchObject({ revision: 2, theirs: won[0], yours: {} })
  }
  expect((await rolesIn(owner, projectId))[developer.id]).toBe(won[0]?.role)
  const stale = owner.client.call(removeMember, {
    params: { projectId, memberId: developer.id },
    ifMatch: 1,
  })
  expect((await expectApiError(stale)).code).toBe('stale')
})
