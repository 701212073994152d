import { createKey, decideApproval, getApproval, listApprovals } from '@plinth/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { newPersonalKey } from '../../accounts/personal-keys/testing/device-login.ts'
import { appConfiguration, signUp } from '../../app/testing/app-tables.ts'
import { clientOf, expectApiError, newProject, newStaff } from '../../app/testing/people.ts'
import { applyTables } from '../../rows/testing/shelf.ts'
import { approvalPlace } from './testing/approval-place.ts'

let place: Awaited<ReturnType<typeof approvalPlace>>
let approvalId: string
beforeAll(async () => {
  place = await approvalPlace()
  const { projectId, owner } = place
  const { tables } = appConfiguration('sqlite3')
  await applyTables({ projectId, owner, database: 'sqlite3', tables })
  approvalId = (await place.ask({ approvers: `role:developer, ${place.ada.email}` })).id
})

async function newStranger(): Promise<string> {
  const stranger = await newStaff()
  await newProject(stranger)
  return stranger.token
}

async function newApiKey(): Promise<string> {
  const tables = [{ table: 'notes', operations: ['list' as const] }]
  const body = { name: 'Program', environment: 'dev' as const, tables }
  const params = { projectId: place.projectId }
  return (await place.client.call(createKey, { params, body })).secret
}

/** Tokens of callers who may not use the inbox, each with the status that refuses them. */
const CALLERS: [string, () => Promise<string | null>, number][] = [
  ['a guest', async () => null, 401],
  ['a forged token', async () => 'a'.repeat(43), 401],
  ['an app user', async () => (await signUp(place.projectId)).token, 401],
  ['an API key', newApiKey, 401],
  [
    'the personal key of an approver',
    () => newPersonalKey(place.ada, { projectIds: [place.projectId], readOnly: false }),
    403,
  ],
  ['a member of another project', newStranger, 404],
]

describe.each(CALLERS)('%s', (_name, tokenOf, status) => {
  test('cannot list, read or decide approvals', async () => {
    const client = clientOf(await tokenOf())
    const { projectId } = place
    const params = { projectId, approvalId }
    const refusals = await Promise.all([
      expectApiError(client.call(listApprovals, { params: { projectId } })),
      expectApiError(client.call(getApproval, { params })),
      expectApiError(client.call(decideApproval, { params, body: { decision: 'approve' } })),
    ])
    expect(refusals.map((refusal) => refusal.status)).toEqual([status, status, status])
    expect(await place.get(approvalId)).toMatchObject({ state: 'waiting', decisions: [] })
  })
})

test.each<[string, object]>([
  ['another state', { decision: 'expired' }],
  ['a field that the server sets', { decision: 'approve', decidedBy: 'somebody' }],
  ['a key of the prototype', { decision: 'approve', values: { constructor: 'x' } }],
  ['a value that is an object', { decision: 'approve', values: { sum: {} } }],
])('refuses a decision with %s', async (_name, body) => {
  const params = { projectId: place.projectId, approvalId }
  const call = place.ada.client.call(decideApproval, { params, body: body as never })
  expect([400, 422]).toContain((await expectApiError(call)).status)
  expect(await place.get(approvalId)).toMatchObject({ state: 'waiting', decisions: [] })
})
