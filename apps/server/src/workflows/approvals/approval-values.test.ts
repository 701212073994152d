import { beforeAll, expect, test } from 'vitest'
import { eventually } from '../../app/testing/eventually.ts'
import { expectApiError, type Person, withPlatform } from '../../app/testing/people.ts'
import { approvalPlace } from './testing/approval-place.ts'

let place: Awaited<ReturnType<typeof approvalPlace>>
let ada: Person
let bob: Person
beforeAll(async () => {
  place = await approvalPlace()
  ;({ ada, bob } = place)
})

const fields = `[{"name": "sum", "type": "number"}, {"name": "note"},
  {"name": "way", "type": "select", "options": ["post", "mail"]}]`

test('merges the values of all who approved', async () => {
  const approvers = `${ada.email}, ${bob.email}`
  const { runId, id } = await place.ask({ approvers, mode: 'all', fields })
  await place.decide(ada, id, { values: { sum: 5, note: '' } })
  await place.decide(bob, id, { values: { sum: 5, way: 'post' } })
  expect((await place.ended(runId)).item?.values).toEqual({ sum: 5, note: '', way: 'post' })
})

test('refuses a value that differs from that of another person, and names the field', async () => {
  const approvers = `${ada.email}, ${bob.email}`
  const { id } = await place.ask({ approvers, mode: 'all', fields })
  await place.decide(ada, id, { values: { sum: 5 } })
  const refusal = await expectApiError(place.decide(bob, id, { values: { sum: 6 } }))
  expect(refusal.status).toBe(422)
  expect(refusal.message).toBe('values.sum: another person entered a different value')
  expect(await place.get(id)).toMatchObject({ state: 'waiting', decisions: [{ by: ada.email }] })
})

test('ignores the values of a rejection', async () => {
  const approvers = `${ada.email}, ${bob.email}, ${place.owner.email}`
  const { runId, id } = await place.ask({ approvers, mode: 'quorum', quorum: 2, fields })
  const values = { sum: 666 }
  const { decisions } = await place.decide(ada, id, { decision: 'reject', values })
  expect(decisions).toMatchObject([{ decision: 'reject', values: {} }])
  await place.decide(bob, id, { values: { sum: 5 } })
  await place.decide(place.owner, id)
  expect((await place.ended(runId)).item?.values).toEqual({ sum: 5 })
})

test('ignores the values of those who were asked before an escalation', async () => {
  const asked = { approvers: `${ada.email}, ${bob.email}`, mode: 'all', fields }
  const { runId, id } = await place.ask({ ...asked, escalate_to: place.owner.email })
  await place.decide(ada, id, { values: { sum: 666, note: 'mine' } })
  await withPlatform((db) =>
    db.query('update approval set deadline_at = now() where id = $1', [id]),
  )
  await eventually(async () => (await place.get(id)).isEscalated)
  await place.decide(place.owner, id, { values: { sum: 5 } })
  const { item } = await place.ended(runId)
  expect([item?.values, item?.decidedBy]).toEqual([{ sum: 5 }, place.owner.email])
})

test('takes empty values of numbers and selects as none', async () => {
  const { runId, id } = await place.ask({ approvers: ada.email, fields })
  await place.decide(ada, id, { values: { sum: '', way: null, note: null } })
  expect((await place.ended(runId)).item?.values).toEqual({})
})

test.each(['valueOf', 'toString', 'hasOwnProperty'])(
  'a required field named %s needs a value',
  async (name) => {
    const form = JSON.stringify([{ name, required: true }])
    const { runId, id } = await place.ask({ approvers: ada.email, fields: form })
    expect((await expectApiError(place.decide(ada, id))).status).toBe(422)
    await place.decide(ada, id, { values: { [name]: 'x' } })
    expect((await place.ended(runId)).item?.values).toEqual({ [name]: 'x' })
  },
)
