import {
  type Configuration,
  decideUserApproval,
  listUserApprovals,
  saveConfiguration,
  syncDatabase,
  updateRow,
} from '@plinth/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { appConfiguration, type SignedUp, signUp } from '../../../app/testing/app-tables.ts'
import { newAppUser } from '../../../app/testing/app-users.ts'
import { clientOf, expectApiError, withPlatform } from '../../../app/testing/people.ts'
import { approvalPlace } from '../testing/approval-place.ts'

const table = 'people'
const RULE = '@request.auth.nick = "manager"'

const withTables = async (
  { owner, projectId }: Awaited<ReturnType<typeof approvalPlace>>,
  newConfiguration: Configuration,
) => {
  const params = { projectId }
  await owner.client.call(saveConfiguration, { params, body: { newConfiguration } })
  await owner.client.call(syncDatabase, { params, body: {} })
}

describe.each(['sqlite3', 'postgres'] as const)('approvals of app users on %s', (database) => {
  let place: Awaited<ReturnType<typeof approvalPlace>>
  let manager: SignedUp
  beforeAll(async () => {
    place = await approvalPlace()
    await withTables(place, appConfiguration(database))
    manager = await signUp(place.projectId, { nick: 'manager' })
  })

  const listOf = async ({ token }: { token: string }) =>
    (await clientOf(token).call(listUserApprovals, { params: { table } })).approvals
  const decide = (
    { token }: { token: string },
    approvalId: string,
    body: { decision?: 'approve' | 'reject'; values?: object } = {},
  ) =>
    clientOf(token).call(decideUserApproval, {
      params: { table, approvalId },
      body: { decision: 'approve' as const, ...(body as object) },
    })
  const askUsers = (parameters: object = {}) =>
    place.ask({ approvers: 'users:people', app_rule: RULE, ...parameters })

  test('a user whom the rule allows sees the form and decides once', async () => {
    const { runId, id } = await askUsers({ fields: '[{"name": "sum", "type": "number"}]' })
    const found = (await listOf(manager)).find((one) => one.id === id)
    expect(found).toMatchObject({ title: 'Refund', state: 'waiting', fields: [{ name: 'sum' }] })
    expect(await decide(manager, id, { values: { sum: 5 } })).toEqual({ state: 'approved' })
    const by = `people/${manager.user.id} (${manager.email})`
    const { item, taken } = await place.ended(runId)
    expect([taken, item?.decidedBy, item?.values]).toEqual([['approved'], by, { sum: 5 }])
    expect(await expectApiError(decide(manager, id))).toMatchObject({ status: 409 })
    expect(await listOf(manager)).not.toContainEqual(expect.objectContaining({ id }))
    const { rows } = await withPlatform((db) =>
      db.query('select staff_id, after from audit where entity_id = $1', [id]),
    )
    expect(rows).toEqual([{ staff_id: null, after: expect.stringContaining(manager.email) }])
  })

  test('of two decisions at once one counts', async () => {
    const { id } = await askUsers()
    const second = await signUp(place.projectId, { nick: 'manager' })
    const both = await Promise.allSettled([decide(manager, id), decide(second, id)])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  test('users whom the rule does not allow neither see it nor decide', async () => {
    const { id } = await askUsers()
    const other = await signUp(place.projectId, { nick: 'clerk' })
    expect(await listOf(other)).toEqual([])
    expect(await expectApiError(decide(other, id))).toMatchObject({ status: 404 })
    const outside = await newAppUser(place.projectId, { tableId: 'members' })
    expect(await expectApiError(decide(outside, id))).toMatchObject({ status: 401 })
    const elsewhere = clientOf(manager.token).call(decideUserApproval, {
      params: { table: 'members', approvalId: id },
      body: { decision: 'approve' },
    })
    expect(await expectApiError(elsewhere)).toMatchObject({ status: 401 })
    expect((await place.get(id)).state).toBe('waiting')
  })

  test('who no longer meets the rule cannot decide', async () => {
    const { id } = await askUsers()
    const demoted = await signUp(place.projectId, { nick: 'manager' })
    expect(await listOf(demoted)).toContainEqual(expect.objectContaining({ id }))
    await place.owner.client.call(updateRow, {
      params: { table, id: demoted.user.id },
      query: { $projectId: place.projectId },
      body: { nick: 'clerk' },
    })
    expect(await expectApiError(decide(demoted, id))).toMatchObject({ status: 404 })
  })

  test('a named user decides, and nobody else', async () => {
    const named = await signUp(place.projectId, { nick: 'manager' })
    const { id } = await askUsers({ approvers: `user:people/${named.user.id}` })
    expect(await expectApiError(decide(manager, id))).toMatchObject({ status: 404 })
    expect((await place.get(id)).approvers).toEqual([`user:people/${named.user.id}`])
    expect(await decide(named, id)).toEqual({ state: 'approved' })
  })

  test('a user of another table with the same id is another person', async () => {
    const { id } = await askUsers({ approvers: `user:people/${manager.user.id}` })
    const twin = await newAppUser(place.projectId, {
      tableId: 'members',
      userId: manager.user.id,
    })
    expect(await expectApiError(decide(twin, id))).toMatchObject({ status: 401 })
  })

  test('approvals of members, other projects and unknown ids are not found', async () => {
    const { id } = await place.ask({ approvers: 'role:owner', app_rule: 'true' })
    expect(await expectApiError(decide(manager, id))).toMatchObject({ status: 404 })
    const there = await approvalPlace()
    await withTables(there, appConfiguration(database))
    const stranger = await signUp(there.projectId, { nick: 'manager' })
    const asked = await askUsers()
    expect(await expectApiError(decide(stranger, asked.id))).toMatchObject({ status: 404 })
    expect(await listOf(stranger)).toEqual([])
  })

  test.each([
    ['users:nothing', RULE, '"nothing" is not a table of app users (an Auth table).'],
    ['users:notes', RULE, '"notes" is not a table of app users (an Auth table).'],
    ['users:people', '', 'is empty. App users decide only if a rule allows it.'],
    ['users:people', '@request.auth.nick =', 'The rule for app users is not valid: '],
    [
      'users:people',
      '@table.notes.title = "x"',
      'The rule for app users may read @request.auth only, and no rows.',
    ],
  ])('the node fails for %s with the rule %s', async (approvers, app_rule, message) => {
    const nodes = place.nodesOf({ approvers, app_rule })
    const answer = await expectApiError(place.execute({ nodes, edges: place.edges }))
    expect(answer.message).toContain(message)
  })
})
