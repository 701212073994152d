import { getApproval, saveProductionAccess } from '@plinth/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { eventually } from '../../app/testing/eventually.ts'
import { expectApiError, type Person, withPlatform } from '../../app/testing/people.ts'
import { approvalPlace } from './testing/approval-place.ts'
import { productionApproval } from './testing/production-approval.ts'

let place: Awaited<ReturnType<typeof approvalPlace>>
let ada: Person
let bob: Person
beforeAll(async () => {
  place = await approvalPlace()
  ;({ ada, bob } = place)
})

async function failureOf(parameters: Parameters<typeof place.nodesOf>[0]): Promise<string> {
  const nodes = place.nodesOf(parameters)
  return (await expectApiError(place.execute({ nodes, edges: place.edges }))).message
}

describe('members by email', () => {
  test('are stored as ids, each once, and shown by email', async () => {
    const { id } = await place.ask({ approvers: `${ada.email}, ${ada.id}, ${bob.email}` })
    expect((await place.get(id)).approvers).toEqual([ada.email, bob.email])
    const { rows } = await withPlatform((db) =>
      db.query('select approvers from approval where id = $1', [id]),
    )
    expect(rows[0].approvers).toEqual([ada.id, bob.id])
  })

  test('decide after their email was changed; who takes the email over does not', async () => {
    const [carol, dave] = [await place.addMember(), await place.addMember()]
    const { id } = await place.ask({ approvers: carol.email })
    const rename = (who: Person, email: string) =>
      withPlatform((db) => db.query('update staff set email = $2 where id = $1', [who.id, email]))
    await rename(carol, `new-${carol.email}`)
    await rename(dave, carol.email)
    expect((await expectApiError(place.decide(dave, id))).status).toBe(403)
    expect((await place.decide(carol, id)).state).toBe('approved')
  })

  test('fail the node if one person is meant twice and a quorum needs two', async () => {
    const approvers = `${ada.email}, ${ada.id}`
    expect(await failureOf({ approvers, mode: 'quorum', quorum: 2 })).toContain(
      '2 people must decide, and only 1',
    )
  })

  test('fail the node if they are named by a link too', async () => {
    const approvers = `${ada.email}, link:${ada.email}`
    expect(await failureOf({ approvers })).toContain('as a member and by a link')
  })
})

describe('all of them', () => {
  test('a decision counts for the person and for their role', async () => {
    const { id } = await place.ask({
      approvers: `role:owner, ${place.owner.email}, ${ada.email}`,
      mode: 'all',
    })
    expect((await place.decide(place.owner, id)).state).toBe('waiting')
    expect((await place.decide(ada, id)).state).toBe('approved')
  })

  test('a role alone does not count for a person who is named', async () => {
    const { id } = await place.ask({ approvers: `role:developer, ${ada.email}`, mode: 'all' })
    expect((await place.decide(bob, id)).state).toBe('waiting')
    expect((await expectApiError(place.decide(place.owner, id))).status).toBe(409)
    expect((await place.get(id, place.owner)).canDecide).toBe(false)
    expect((await place.decide(ada, id)).state).toBe('approved')
  })
})

/** Makes a call wait for the lock of an approval, and commits `meanwhile` before it gets it. */
async function whileLocked<T>(
  id: string,
  { call, meanwhile }: { call: () => Promise<T>; meanwhile: string },
) {
  return withPlatform(async (db) => {
    await db.query('begin')
    await db.query('select from approval where id = $1 for update', [id])
    const called = call()
    await eventually(async () => {
      const { rows } = await withPlatform((other) =>
        other.query(
          `select from pg_stat_activity where pg_backend_pid() <> pid
             and (select pg_blocking_pids(pid)) <> '{}' and query like '%for update of approval%'`,
        ),
      )
      return rows.length > 0
    })
    const { rows } = await withPlatform((other) => other.query(meanwhile))
    await db.query('commit')
    return { answer: await called, rows }
  })
}

test('refuses a person who lost the membership while the decision waited for the lock', async () => {
  const carol = await place.addMember()
  const { id } = await place.ask({ approvers: `${carol.email}, ${ada.email}` })
  const { answer } = await whileLocked(id, {
    call: () => expectApiError(place.decide(carol, id)),
    meanwhile: `delete from membership where staff_id = '${carol.id}'`,
  })
  expect(answer.status).toBe(404)
  expect(await place.get(id)).toMatchObject({ state: 'waiting', decisions: [] })
})

test('a decision has the time at which it was made, not when the call began to wait', async () => {
  const { id } = await place.ask({ approvers: ada.email })
  const { answer, rows } = await whileLocked(id, {
    call: () => place.decide(ada, id),
    meanwhile: 'select clock_timestamp() as now',
  })
  const decidedOn = new Date(answer.decisions[0]?.decidedOn ?? 0)
  expect(decidedOn.getTime()).toBeGreaterThanOrEqual(rows[0].now.getTime())
  expect(Date.parse(answer.endedOn ?? '')).toBeGreaterThanOrEqual(decidedOn.getTime())
})

test('in production, developers decide only with the right to its data', async () => {
  const fixture = await productionApproval(({ email }) => ({ approvers: email }))
  const { projectId, params, owner, developer, start } = fixture
  const { error } = await fixture.untilEnded(await start())
  expect(error?.message).toContain('Nobody can decide this: developers may not read production')
  await owner.client.call(saveProductionAccess, { params, body: { developersCanRead: true } })
  const runId = await start()
  const approvalId = await eventually(async () => {
    const { rows } = await withPlatform((db) =>
      db.query('select id from approval where run_id = $1', [runId]),
    )
    return rows[0]?.id as string | undefined
  })
  const read = { params: { projectId, approvalId } }
  expect((await developer.client.call(getApproval, read)).approval.canDecide).toBe(true)
})
