import { cancelRun, decideApproval, getApproval, type RunStatus } from '@plinth/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { eventually } from '../../app/testing/eventually.ts'
import {
  expectApiError,
  join,
  newProject,
  newStaff,
  type Person,
  theAdmin,
  withPlatform,
} from '../../app/testing/people.ts'
import { testServer } from '../../app/testing/test-server.ts'
import { JSON_BODY } from '../../foundation/durable/parse-answer.ts'
import { requestRuntime } from '../../foundation/durable/request-runtime.ts'
import { stateAfter } from './take-decision.ts'
import { approvalPlace } from './testing/approval-place.ts'

let place: Awaited<ReturnType<typeof approvalPlace>>
let ada: Person
let bob: Person
beforeAll(async () => {
  place = await approvalPlace()
  ;({ ada, bob } = place)
})

const statusOf = async (runId: string): Promise<RunStatus> => (await place.run(runId)).status

describe('a decision', () => {
  test('resumes the run with the values of the form and the person', async () => {
    const { runId, id } = await place.ask({
      approvers: ada.email,
      details: 'for 3 items',
      fields: '[{"name": "sum", "type": "number", "required": true}]',
    })
    await eventually(async () => (await statusOf(runId)) === 'waiting')
    expect((await place.list(ada)).mine).toBeGreaterThan(0)
    expect(await place.get(id, ada)).toMatchObject({
      title: 'Refund',
      details: 'for 3 items',
      state: 'waiting',
      canDecide: true,
      decisions: [],
    })
    const answer = await place.decide(ada, id, { values: { sum: 5 }, comment: 'fine' })
    expect(answer).toMatchObject({ state: 'approved', canDecide: false })
    expect(await place.ended(runId)).toEqual({
      status: 'succeeded',
      taken: ['approved'],
      error: undefined,
      item: {
        decision: 'approved',
        values: { sum: 5 },
        comment: 'fine',
        decidedBy: ada.email,
        decidedOn: expect.any(String),
        decisions: [expect.objectContaining({ by: ada.email, decision: 'approve' })],
      },
    })
  })

  test('that rejects takes the other output and needs no values', async () => {
    const fields = '[{"name": "why", "required": true}]'
    const { runId, id } = await place.ask({ approvers: ada.email, fields })
    await place.decide(ada, id, { decision: 'reject', comment: 'too much' })
    const { taken, item } = await place.ended(runId)
    expect([taken, item?.decision, item?.comment]).toEqual([['rejected'], 'rejected', 'too much'])
  })

  test('of two people at once: one is taken, the other is refused with 409', async () => {
    const { runId, id } = await place.ask({ approvers: `${ada.email}, ${bob.email}` })
    const results = await Promise.allSettled([
      place.decide(ada, id),
      place.decide(bob, id, { decision: 'reject' }),
    ])
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const [lost] = results.filter(({ status }) => status === 'rejected')
    expect(lost).toMatchObject({ reason: { status: 409 } })
    expect((await place.get(id)).decisions).toHaveLength(1)
    expect((await place.ended(runId)).taken).toHaveLength(1)
  })

  test('is recorded in the audit log with what was shown', async () => {
    const { id } = await place.ask({ approvers: ada.email, details: 'for 3 items' })
    await place.decide(ada, id)
    const { rows } = await withPlatform((db) =>
      db.query(`select action, staff_id, before, after from audit where entity_id = $1`, [id]),
    )
    expect(rows).toHaveLength(1)
    expect([rows[0].action, rows[0].staff_id]).toEqual(['approved', ada.id])
    expect(JSON.parse(rows[0].before)).toMatchObject({ title: 'Refund', details: 'for 3 items' })
    expect(JSON.parse(rows[0].after)).toMatchObject({ by: ada.email, state: 'approved' })
  })

  test.each<[string, object]>([
    ['a missing value', {}],
    ['an unknown field', { sum: 5, other: 1 }],
    ['a value of another type', { sum: 'five' }],
    ['a value that is no option', { sum: 5, way: 'pigeon' }],
  ])('with %s is refused', async (_name, values) => {
    const fields = `[{"name": "sum", "type": "number", "required": true},
      {"name": "way", "type": "select", "options": ["post", "mail"]}]`
    const { id } = await place.ask({ approvers: ada.email, fields })
    expect((await expectApiError(place.decide(ada, id, { values }))).status).toBe(422)
    expect((await place.get(id)).decisions).toEqual([])
  })
})

describe('several approvers', () => {
  test('all of them must approve, each once', async () => {
    const approvers = `${ada.email}, ${bob.email}`
    const { runId, id } = await place.ask({ approvers, mode: 'all' })
    expect((await place.decide(ada, id)).state).toBe('waiting')
    expect((await expectApiError(place.decide(ada, id))).status).toBe(409)
    expect((await place.list(ada, { show: 'mine' })).approvals.map((one) => one.id)).not.toContain(
      id,
    )
    expect((await place.decide(bob, id)).state).toBe('approved')
    expect((await place.ended(runId)).item?.decisions).toHaveLength(2)
  })

  test('a quorum of people with a role decides', async () => {
    const { runId, id } = await place.ask({
      approvers: 'role:developer',
      mode: 'quorum',
      quorum: 2,
    })
    expect((await place.decide(ada, id)).state).toBe('waiting')
    expect((await place.decide(place.owner, id, { decision: 'reject' })).state).toBe('waiting')
    expect((await place.decide(bob, id)).state).toBe('approved')
    expect((await place.ended(runId)).taken).toEqual(['approved'])
  })

  const yes = { decision: 'approve', covers: ['a'] } as const
  const [other, both] = [
    { decision: 'approve', covers: ['b'] },
    { decision: 'approve', covers: ['a', 'b'] },
  ] as const
  const no = { decision: 'reject', covers: ['b'] } as const
  test.each([
    ['any', 1, ['a', 'b'], [yes], 'approved'],
    ['any', 1, ['a', 'b'], [no], 'rejected'],
    ['all', 1, ['a', 'b'], [yes], 'waiting'],
    ['all', 1, ['a', 'b'], [yes, yes], 'waiting'],
    ['all', 1, ['a', 'b'], [yes, other], 'approved'],
    ['all', 1, ['a', 'b'], [both], 'approved'],
    ['all', 1, ['a', 'b'], [yes, no], 'rejected'],
    ['quorum', 2, ['a', 'b', 'c'], [yes, no], 'waiting'],
    ['quorum', 2, ['a', 'b', 'c'], [yes, no, yes], 'approved'],
    ['quorum', 2, ['a', 'b', 'c'], [no, no], 'rejected'],
    ['quorum', 3, ['a', 'b', 'c'], [no], 'rejected'],
    ['quorum', 3, ['role:owner'], [no], 'waiting'],
  ] as const)('%s of %i among %j after %j is %s', (mode, quorum, approvers, decisions, state) => {
    const counted = decisions.map((one) => ({ ...one, covers: [...one.covers] }))
    expect(stateAfter({ mode, quorum, approvers: [...approvers] }, counted)).toBe(state)
  })
})

describe('who may decide', () => {
  test.each<[string, () => Promise<Person>, number]>([
    ['a member who is not named', async () => bob, 403],
    ['the owner who is not named', async () => place.owner, 403],
    ['an admin who is not named', theAdmin, 403],
    ['a member of another project', async () => outsider(), 404],
  ])('refuses %s', async (_name, find, status) => {
    const { id } = await place.ask({ approvers: ada.email })
    expect((await expectApiError(place.decide(await find(), id))).status).toBe(status)
    expect((await place.get(id)).state).toBe('waiting')
  })

  async function outsider(): Promise<Person> {
    const stranger = await newStaff()
    await newProject(stranger)
    return stranger
  }

  test('another project does not find the approval', async () => {
    const { id } = await place.ask({ approvers: ada.email })
    const other = await newProject(ada)
    const params = { projectId: other, approvalId: id }
    const body = { decision: 'approve' as const }
    expect((await expectApiError(ada.client.call(getApproval, { params }))).status).toBe(404)
    expect((await expectApiError(ada.client.call(decideApproval, { params, body }))).status).toBe(
      404,
    )
  })

  test('a member who was removed meanwhile is refused', async () => {
    const carol = await place.addMember()
    const { id } = await place.ask({ approvers: carol.email })
    await withPlatform((db) => db.query('delete from membership where staff_id = $1', [carol.id]))
    expect((await expectApiError(place.decide(carol, id))).status).toBe(404)
  })

  test('an owner who was demoted meanwhile is refused', async () => {
    const carol = await newStaff()
    await join(carol, { projectId: place.projectId, role: 'owner' })
    const { id } = await place.ask({ approvers: 'role:owner' })
    expect((await place.get(id, carol)).canDecide).toBe(true)
    await withPlatform((db) =>
      db.query(`update membership set role = 'developer' where staff_id = $1`, [carol.id]),
    )
    expect((await expectApiError(place.decide(carol, id))).status).toBe(403)
  })

  test('fails the node when an approver is not a member', async () => {
    const nodes = place.nodesOf({ approvers: 'nobody@example.com' })
    const refusal = await expectApiError(place.execute({ nodes, edges: place.edges }))
    expect(refusal.message).toContain('"nobody@example.com" is not a member of this project.')
  })
})

describe('the deadline', () => {
  test('expires the approval, and decisions are refused', async () => {
    const { runId, id } = await place.ask({ approvers: ada.email, deadline: 1, unit: 'seconds' })
    const { taken, item } = await place.ended(runId)
    expect([taken, item?.decision, item?.decidedBy]).toEqual([['expired'], 'expired', null])
    expect((await expectApiError(place.decide(ada, id))).status).toBe(409)
  })

  test('passes the approval on to others, once', async () => {
    const escalation = { deadline: 1, unit: 'seconds', escalate_to: bob.email }
    const { runId, id } = await place.ask({ approvers: ada.email, ...escalation })
    await eventually(async () => (await place.get(id)).isEscalated)
    expect((await expectApiError(place.decide(ada, id))).status).toBe(403)
    expect((await place.ended(runId)).taken).toEqual(['expired'])
  })

  test('of an escalated approval is new, so that the others can decide', async () => {
    const escalation = { deadline: 5, unit: 'seconds', escalate_to: bob.email }
    const { runId, id } = await place.ask({ approvers: ada.email, ...escalation })
    await withPlatform((db) =>
      db.query('update approval set deadline_at = now() where id = $1', [id]),
    )
    await eventually(async () => (await place.get(id)).isEscalated)
    await place.decide(bob, id)
    expect((await place.ended(runId)).item?.decidedBy).toBe(bob.email)
  })
})

test('cancelling a run closes its approvals', async () => {
  const { runId, id } = await place.ask({ approvers: ada.email })
  const params = { projectId: place.projectId, runId }
  await place.client.call(cancelRun, { params })
  await eventually(async () => (await place.get(id)).state === 'cancelled')
  expect((await expectApiError(place.decide(ada, id))).status).toBe(409)
})

test('a run that is woken early waits on', async () => {
  const { runId, id } = await place.ask({ approvers: ada.email })
  const awakeable = async () => {
    const { rows } = await withPlatform((db) =>
      db.query('select awakeable from approval where id = $1', [id]),
    )
    return String(rows[0].awakeable)
  }
  const first = await awakeable()
  await requestRuntime(testServer().ingressUrl, {
    path: `restate/awakeables/${first}/resolve`,
    headers: JSON_BODY,
    body: 'null',
  })
  await eventually(async () => (await awakeable()) !== first)
  expect(await statusOf(runId)).toMatch(/running|waiting/)
  await place.decide(ada, id)
  expect((await place.ended(runId)).taken).toEqual(['approved'])
})
