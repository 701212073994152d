import {
  addMember,
  getDevUser,
  getProject,
  getSsoGroups,
  listMembers,
  type SsoGroupRule,
  saveSsoGroups,
  updateMember,
} from '@plinth/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  clientOf,
  expectApiError,
  newProject,
  newStaff,
  type Person,
  theAdmin,
  withPlatform,
} from '../../app/testing/people.ts'
import { useSso } from '../sso/testing/use-sso.ts'

const { provider, newPerson, enter, begin, finish } = await useSso({
  PLINTH_SSO_ADMIN_GROUP: 'plinth-admins',
})

let admin: Person
let owner: Person
let project: string
let other: string
beforeAll(async () => {
  admin = await theAdmin()
  owner = await newStaff()
  project = await newProject(owner)
  other = await newProject(owner)
}, 120_000)

const save = (rules: SsoGroupRule[]) => admin.client.call(saveSsoGroups, { body: { rules } })
const rule = (group: string, role: SsoGroupRule['role'], projectId = project) => ({
  group,
  projectId,
  role,
})

/** A person of the provider who is in these groups, and what a sign-in with other groups changes. */
async function personIn(...groups: string[]) {
  const { login, email } = await newPerson({ groups })
  const { token } = await enter(login)
  const client = clientOf(token)
  const { user } = await client.call(getDevUser)
  const moveTo = async (claims: Record<string, unknown>) => {
    await provider.setAccount(login, { email, email_verified: true, ...claims })
    return enter(login)
  }
  return { id: user.id, login, email, client, token, moveTo, role: user.role }
}

const roleIn = async (staffId: string, projectId = project) => {
  const { members } = await admin.client.call(listMembers, { params: { projectId } })
  return members.find(({ id }) => id === staffId)?.role
}

const actionsOf = (staffId: string) =>
  withPlatform(async (on) => {
    const { rows } = await on.query(
      `select action from audit where entity_id = $1 and action like '%group%' order by id`,
      [staffId],
    )
    return rows.map(({ action }) => action)
  })

describe('groups', () => {
  test('give, change and take rights with each sign-in, and the next request of a session knows', async () => {
    await save([
      rule('devs', 'developer'),
      rule('leads', 'owner'),
      rule('devs', 'developer', other),
    ])
    const person = await personIn('devs', 'unmapped')
    expect([await roleIn(person.id), await roleIn(person.id, other)]).toEqual([
      'developer',
      'developer',
    ])
    await person.client.call(getProject, { params: { projectId: project } })
    await person.moveTo({ groups: ['devs', 'leads'] })
    expect(await roleIn(person.id)).toBe('owner')
    await person.moveTo({ groups: [] })
    expect(await roleIn(person.id)).toBeUndefined()
    const refused = person.client.call(getProject, { params: { projectId: project } })
    expect(await expectApiError(refused)).toMatchObject({ status: 404 })
    expect((await actionsOf(person.id)).toSorted()).toEqual([
      'added by a group',
      'added by a group',
      'changed by a group',
      'removed by a group',
      'removed by a group',
    ])
  })

  test('leave memberships that were given or changed by hand', async () => {
    await save([rule('devs', 'developer'), rule('leads', 'owner')])
    const byHand = await personIn()
    await owner.client.call(addMember, {
      params: { projectId: project },
      body: { userId: byHand.id, role: 'developer' },
    })
    await byHand.moveTo({ groups: ['leads'] })
    expect(await roleIn(byHand.id)).toBe('developer')
    await byHand.moveTo({ groups: [] })
    expect(await roleIn(byHand.id)).toBe('developer')
    const changed = await personIn('leads')
    await owner.client.call(updateMember, {
      params: { projectId: project, memberId: changed.id },
      body: { role: 'developer' },
    })
    await changed.moveTo({ groups: ['leads'] })
    expect(await roleIn(changed.id)).toBe('developer')
    await changed.moveTo({ groups: [] })
    expect(await roleIn(changed.id)).toBe('developer')
  })

  test('do not take the last owner of a project (R21)', async () => {
    const lonely = await newProject(owner)
    await save([rule('leads', 'owner', lonely)])
    const person = await personIn('leads')
    await withPlatform((on) =>
      on.query('delete from membership where project_id = $1 and staff_id = $2', [
        lonely,
        owner.id,
      ]),
    )
    await person.moveTo({ groups: [] })
    expect(await roleIn(person.id, lonely)).toBe('owner')
    await admin.client.call(addMember, {
      params: { projectId: lonely },
      body: { userId: owner.id, role: 'owner' },
    })
    await person.moveTo({ groups: [] })
    expect(await roleIn(person.id, lonely)).toBeUndefined()
  })

  test('of one person in sign-ins at once give one membership', async () => {
    await save([rule('devs', 'developer')])
    const { login } = await newPerson({ groups: ['devs'] })
    const begun = await Promise.all(Array.from({ length: 5 }, () => begin(login)))
    const ended = await Promise.all(begun.map(finish))
    const { user } = await clientOf(ended[0]?.token ?? '').call(getDevUser)
    expect(await roleIn(user.id)).toBe('developer')
    expect(await actionsOf(user.id)).toEqual(['added by a group'])
  })

  test('of an ID token that is older than one which counted are ignored', async () => {
    await save([rule('devs', 'developer')])
    const person = await personIn()
    await withPlatform((on) =>
      on.query(
        `update staff_identity set groups_at = now() + interval '1 minute' where subject = $1`,
        [person.login],
      ),
    )
    await person.moveTo({ groups: ['devs'] })
    expect(await roleIn(person.id)).toBeUndefined()
  })

  test.each([
    ['that are listed elsewhere', { _claim_names: { groups: 'src1' } }],
    ['that are no texts', { groups: [{ id: 'devs' }] }],
    ['that are too many', { groups: Array.from({ length: 1001 }, (_, n) => `g${n}`) }],
  ])('%s change no rights', async (_name, claims) => {
    await save([rule('devs', 'developer')])
    const person = await personIn('devs')
    await person.moveTo(claims)
    expect(await roleIn(person.id)).toBe('developer')
    await person.moveTo({})
    expect(await roleIn(person.id)).toBeUndefined()
  })

  test('may be one text, and their names are compared exactly', async () => {
    await save([rule('devs', 'developer')])
    expect(await roleIn((await personIn('Devs', 'devs ')).id)).toBeUndefined()
    const person = await personIn()
    await person.moveTo({ groups: 'devs' })
    expect(await roleIn(person.id)).toBe('developer')
  })
})

describe('the group of admins', () => {
  test('makes admins and takes it back, with audit (R21)', async () => {
    const person = await personIn('plinth-admins')
    expect(person.role).toBe('admin')
    await person.client.call(getSsoGroups)
    await person.moveTo({ groups: [] })
    expect((await person.client.call(getDevUser)).user.role).toBe('developer')
    expect(await expectApiError(person.client.call(getSsoGroups))).toMatchObject({ status: 403 })
    expect(await actionsOf(person.id)).toEqual([
      'made an admin by a group',
      'no longer an admin by a group',
    ])
  })

  test('never removes the last admin, and leaves those of the command line (R21)', async () => {
    const [one, two] = [await personIn('plinth-admins'), await personIn('plinth-admins')]
    const setOthers = (disabled: boolean) =>
      withPlatform((on) =>
        on.query(
          'update staff set disabled_at = case when $1 then now() end where is_admin and id not in ($2, $3)',
          [disabled, one.id, two.id],
        ),
      )
    await setOthers(true)
    try {
      // Both leave the group at once: one of them stays.
      await Promise.all([one.moveTo({ groups: [] }), two.moveTo({ groups: [] })])
      const { rows } = await withPlatform((on) =>
        on.query('select id from staff where is_admin and disabled_at is null'),
      )
      expect(rows).toHaveLength(1)
    } finally {
      await setOthers(false)
    }
    const operators = await personIn()
    await withPlatform((on) =>
      on.query('update staff set is_admin = true where id = $1', [operators.id]),
    )
    await operators.moveTo({ groups: [] })
    expect((await operators.client.call(getDevUser)).user.role).toBe('admin')
    await withPlatform((on) =>
      on.query('update staff set is_admin = false where id = $1', [operators.id]),
    )
  })

  test('is not reached by a rule of the console', async () => {
    await save([rule('anything', 'owner')])
    expect((await personIn('anything')).role).toBe('developer')
  })
})

test('a claim beside that of the settings is refused', async () => {
  const saving = admin.client.call(saveSsoGroups, { body: { rules: [], claim: 'roles' } })
  expect(await expectApiError(saving)).toMatchObject({ status: 409 })
  expect(await admin.client.call(getSsoGroups)).toMatchObject({
    claim: 'groups',
    source: 'settings',
    adminGroup: 'plinth-admins',
  })
})
