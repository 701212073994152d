import { randomUUID } from 'node:crypto'
import { decideApprovalLink, openApprovalLink } from '@plinth/contract'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { eventually } from '../../../app/testing/eventually.ts'
import { type Mailbox, openMailbox } from '../../../app/testing/mailbox.ts'
import { expectApiError, guest, withPlatform } from '../../../app/testing/people.ts'
import { hashToken } from '../../../foundation/http/access/authenticate.ts'
import { approvalPlace } from '../testing/approval-place.ts'

let place: Awaited<ReturnType<typeof approvalPlace>>
let mailbox: Mailbox
beforeAll(async () => {
  place = await approvalPlace()
  mailbox = await openMailbox()
})
afterAll(() => mailbox.close())

const newAddress = () => `${randomUUID()}@example.com`
const open = (token: string) => guest().call(openApprovalLink, { body: { token } })
const decide = (token: string, body: object = {}) =>
  guest().call(decideApprovalLink, { body: { decision: 'approve' as const, token, ...body } })

async function tokenIn(address: string, number = 1): Promise<string> {
  const { text } = await mailbox.wait(address, number)
  const [, token] = /\/approval#([A-Za-z0-9_-]{43})/.exec(text) ?? []
  if (!token) throw new Error(`no link in ${text}`)
  return token
}

/** The token of an address that has several mails: of the newest one whose link is of this approval. */
async function tokenOf(address: string, id: string): Promise<string> {
  return eventually(async () => {
    const { rows } = await withPlatform((db) =>
      db.query('select token_hash from approval_link where approval_id = $1', [id]),
    )
    const tokens = mailbox
      .sentTo(address)
      .flatMap(({ text }) => /\/approval#([A-Za-z0-9_-]{43})/.exec(text)?.[1] ?? [])
    return tokens.find((token) => rows.some((row) => hashToken(token).equals(row.token_hash)))
  })
}

test('a mailed link shows the form and decides once', async () => {
  const address = newAddress()
  const fields = '[{"name": "sum", "type": "number"}]'
  const { runId, id } = await place.ask({ approvers: `link:${address}`, fields, details: 'why' })
  const token = await tokenIn(address)
  const { approval } = await open(token)
  expect(approval).toMatchObject({ title: 'Refund', details: 'why', state: 'waiting' })
  expect((await decide(token, { values: { sum: 5 } })).state).toBe('approved')
  const { item } = await place.ended(runId)
  expect([item?.decidedBy, item?.values]).toEqual([address, { sum: 5 }])
  expect((await expectApiError(decide(token))).code).toBe('invalid')
  expect((await expectApiError(open(token))).code).toBe('invalid')
  const { rows } = await withPlatform((db) =>
    db.query('select staff_id, after from audit where entity_id = $1', [id]),
  )
  expect(rows).toEqual([{ staff_id: null, after: expect.stringContaining(address) }])
})

test('opening a link, as mail scanners do, decides nothing', async () => {
  const address = newAddress()
  const { id } = await place.ask({ approvers: `link:${address}` })
  const token = await tokenIn(address)
  for (const method of ['GET', 'HEAD'])
    await fetch(`${inject('server').address}/approval#${token}`, { method })
  for (let time = 0; time < 3; time += 1) await open(token)
  expect(await place.get(id)).toMatchObject({ state: 'waiting', decisions: [] })
})

test('refuses a changed token, and a link decides its own approval only', async () => {
  const [first, second] = [newAddress(), newAddress()]
  const mine = await place.ask({ approvers: `link:${first}` })
  const other = await place.ask({ approvers: `link:${second}` })
  const token = await tokenIn(first)
  const changed = `${token.slice(0, -1)}${token.endsWith('A') ? 'E' : 'A'}`
  for (const use of [open, decide])
    expect((await expectApiError(use(changed))).code).toBe('invalid')
  await decide(token)
  expect((await place.get(mine.id)).state).toBe('approved')
  expect((await place.get(other.id)).state).toBe('waiting')
})

test('of two concurrent uses of one link one succeeds', async () => {
  const address = newAddress()
  const { id } = await place.ask({ approvers: `link:${address}, link:x${address}`, mode: 'all' })
  const token = await tokenIn(address)
  const uses = await Promise.allSettled([decide(token), decide(token)])
  expect(uses.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect((await place.get(id)).decisions).toHaveLength(1)
})

test('the other link of a decided approval shows that, and is refused with 409', async () => {
  const [first, second] = [newAddress(), newAddress()]
  await place.ask({ approvers: `link:${first}, link:${second}` })
  await decide(await tokenIn(first), { decision: 'reject' })
  const late = await tokenIn(second)
  expect(await open(late)).toEqual({ state: 'rejected', approval: null })
  expect((await expectApiError(decide(late))).status).toBe(409)
})

test('one person does not count twice, by the inbox and by a link', async () => {
  const [ada, bob] = [await place.addMember(), await place.addMember()]
  const asked = { approvers: `role:developer, link:${ada.email}`, mode: 'quorum', quorum: 2 }
  const first = await place.ask(asked)
  const token = await tokenOf(ada.email, first.id)
  await place.decide(ada, first.id)
  expect((await expectApiError(decide(token))).status).toBe(409)
  expect((await place.decide(bob, first.id)).state).toBe('approved')
  const second = await place.ask(asked)
  await decide(await tokenOf(ada.email, second.id))
  expect((await place.get(second.id, ada)).canDecide).toBe(false)
  expect((await expectApiError(place.decide(ada, second.id))).status).toBe(409)
  expect((await place.decide(bob, second.id)).state).toBe('approved')
})

test('with all of them, a member decides in the inbox for their link too', async () => {
  const ada = await place.addMember()
  const { id } = await place.ask({ approvers: `role:developer, link:${ada.email}`, mode: 'all' })
  expect((await place.decide(ada, id)).state).toBe('approved')
})

test('after an escalation a link shows the state only, and decides nothing', async () => {
  const [first, second] = [newAddress(), newAddress()]
  const { id } = await place.ask({
    approvers: `link:${first}`,
    details: 'why',
    escalate_to: `link:${second}`,
  })
  const token = await tokenIn(first)
  expect((await open(token)).approval?.details).toBe('why')
  await withPlatform((db) =>
    db.query('update approval set deadline_at = now() where id = $1', [id]),
  )
  await eventually(async () => (await place.get(id)).isEscalated)
  expect(await open(token)).toEqual({ state: 'waiting', approval: null })
  expect((await expectApiError(decide(token))).status).toBe(403)
  expect((await open(await tokenIn(second))).approval?.details).toBe('why')
})

test('stores the hash of a token only', async () => {
  const address = newAddress()
  const { id } = await place.ask({ approvers: `link:${address}` })
  const token = await tokenIn(address)
  const { rows } = await withPlatform((db) =>
    db.query(
      `select (select string_agg(row_to_json(approval)::text, '') from approval where id = $1)
         || (select string_agg(row_to_json(approval_link)::text, '') from approval_link) as text`,
      [id],
    ),
  )
  expect(rows[0].text).toContain(address)
  expect(rows[0].text).not.toContain(token)
})

test('mails members where to decide, and reminds those who have not', async () => {
  const [ada, bob] = [await place.addMember(), await place.addMember()]
  const approvers = `${ada.email}, ${bob.email}`
  const { id } = await place.ask({
    approvers,
    mode: 'all',
    deadline: 600,
    unit: 'seconds',
    reminder: 60,
  })
  const { text } = await mailbox.wait(ada.email)
  const inbox = `/project/${place.projectId}/workflow?environment=dev&tab=approvals&approval=${id}`
  expect(text).toContain(`${inject('server').address}${inbox}`)
  await mailbox.wait(bob.email)
  await place.decide(ada, id)
  await withPlatform((db) => db.query('update approval set remind_at = now() where id = $1', [id]))
  expect((await mailbox.wait(bob.email, 2)).text).toContain('Reminder')
  expect(mailbox.sentTo(ada.email)).toHaveLength(1)
})
