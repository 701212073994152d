import { getSsoGroups, type SsoGroupRule, saveSsoGroups } from '@plinth/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  expectApiError,
  newProject,
  newStaff,
  type Person,
  theAdmin,
  withPlatform,
} from '../../app/testing/people.ts'
import { newId } from '../../foundation/platform/new-id.ts'

let admin: Person
let owner: Person
let project: string
let other: string
beforeAll(async () => {
  admin = await theAdmin()
  owner = await newStaff()
  project = await newProject(owner)
  other = await newProject(owner)
})

const save = (rules: SsoGroupRule[]) => admin.client.call(saveSsoGroups, { body: { rules } })
const rule = (group: string, role: SsoGroupRule['role'], projectId = project) => ({
  group,
  projectId,
  role,
})

describe('the rules', () => {
  test('are for admins only, with a recent proof and an audit entry', async () => {
    for (const call of [
      () => owner.client.call(getSsoGroups),
      () => owner.client.call(saveSsoGroups, { body: { rules: [rule('mine', 'owner', other)] } }),
    ]) {
      expect(await expectApiError(call())).toMatchObject({ status: 403 })
    }
    await save([rule('devs', 'developer')])
    expect(await admin.client.call(getSsoGroups)).toMatchObject({
      claim: 'groups',
      source: 'console',
      adminGroup: null,
      rules: [{ group: 'devs', projectId: project, role: 'developer' }],
    })
    const { rows } = await withPlatform((on) =>
      on.query(
        `select action, after from audit where entity = 'sso groups' order by id desc limit 1`,
      ),
    )
    expect(rows[0]).toMatchObject({ action: 'saved' })
    expect(JSON.stringify(rows[0].after)).toContain('devs')
  })

  test('are refused if another admin saved meanwhile', async () => {
    const { revision } = await save([])
    const body = { rules: [rule('devs', 'developer')] }
    await admin.client.call(saveSsoGroups, { body, ifMatch: revision })
    const again = admin.client.call(saveSsoGroups, { body, ifMatch: revision })
    expect(await expectApiError(again)).toMatchObject({ status: 409, code: 'stale' })
  })

  test.each([
    [
      'a project that does not exist',
      () => ({ rules: [rule('devs', 'owner', newId('prj'))] }),
      422,
    ],
    [
      'two rules of a group in one project',
      () => ({ rules: [rule('devs', 'owner'), rule('devs', 'developer')] }),
      422,
    ],
    [
      'the role of an admin',
      () => ({ rules: [{ ...rule('devs', 'owner'), role: 'admin' as 'owner' }] }),
      422,
    ],
    ['a group without a name', () => ({ rules: [rule('', 'owner')] }), 422],
    ['a claim that people edit', () => ({ rules: [], claim: 'nickname' }), 422],
    [
      'too many',
      () => ({ rules: Array.from({ length: 501 }, (_, n) => rule(`g${n}`, 'owner')) }),
      422,
    ],
  ])('are refused with %s', async (_name, body, status) => {
    const saving = admin.client.call(saveSsoGroups, { body: body() })
    expect(await expectApiError(saving)).toMatchObject({ status })
  })
})
