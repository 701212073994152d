import { randomUUID } from 'node:crypto'
import {
  type AvailabilityState,
  decideApprovalLink,
  openApprovalLink,
  saveAvailability,
} from '@plinth/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '../../app/testing/eventually.ts'
import { type Mailbox, openMailbox } from '../../app/testing/mailbox.ts'
import { expectApiError, guest, withPlatform } from '../../app/testing/people.ts'
import { addressKey } from './approval-limit.ts'
import { approvalPlace } from './testing/approval-place.ts'
import { productionApproval } from './testing/production-approval.ts'

type Place = Awaited<ReturnType<typeof approvalPlace>>

let place: Place
let mailbox: Mailbox
beforeAll(async () => {
  place = await approvalPlace()
  mailbox = await openMailbox()
})
afterAll(() => mailbox.close())

const newAddress = () => `${randomUUID()}@example.com`

/** Sets how many mails a project has sent to an address today. */
const setSent = (points: number, mail: { projectId: string; address: string }) =>
  withPlatform((db) =>
    db.query(`insert into rate_limit (key, points, expire) values ($1, $2, $3)`, [
      `approval-address:${addressKey(mail)}`,
      points,
      Date.now() + 60_000,
    ]),
  )

const setDue = (id: string) =>
  withPlatform((db) => db.query('update approval set deadline_at = now() where id = $1', [id]))

const setState = ({ owner, projectId }: Place, state: AvailabilityState) =>
  owner.client.call(saveAvailability, { params: { projectId }, body: { state } })

/** Waits until no task with such a key is open. */
const untilDone = (key: string) =>
  eventually(async () =>
    withPlatform(async (db) => {
      const found = await db.query('select from open_task where key like $1', [key])
      return found.rows.length === 0
    }),
  )

test('a project mails an address a limited number of times a day', async () => {
  const { projectId } = place
  const [address, other] = [newAddress(), newAddress()]
  await setSent(100, { projectId, address })
  await setSent(100, { projectId: 'prj_of_somebody_else', address: other })
  await place.ask({ approvers: `link:${address}, link:${other}` })
  await mailbox.wait(other)
  await untilDone(`%${address}`)
  expect(mailbox.sentTo(address)).toEqual([])
})

test('attempts that fail do not count', async () => {
  const { projectId } = place
  const address = newAddress()
  await setSent(99, { projectId, address })
  let refusals = 3
  Object.defineProperty(mailbox, 'refuses', { get: () => refusals-- > 0, configurable: true })
  await place.ask({ approvers: `link:${address}` })
  await mailbox.wait(address)
  expect(refusals).toBeLessThan(0)
  Object.defineProperty(mailbox, 'refuses', { value: false, configurable: true })
})

/** Enqueues another mail, as one that is still on its way when its project is stopped. */
const enqueueMail = (key: string) =>
  withPlatform((db) =>
    db.query(
      `with enqueued as (
         insert into outbox (topic, key) values ('sendApprovalMail', $1) returning id, topic, key
       )
       insert into open_task (id, topic, key) select * from enqueued`,
      [key],
    ),
  )

test('deadlines and mails of a project that is not open wait', async () => {
  const own = await approvalPlace()
  const address = newAddress()
  const mailed = await own.ask({ approvers: `link:${address}` })
  const due = await own.ask({ approvers: own.ada.email })
  await mailbox.wait(address)
  await setState(own, 'read-only')
  await setDue(due.id)
  const later = await place.ask({ approvers: place.ada.email })
  await setDue(later.id)
  expect((await place.ended(later.runId)).taken).toEqual(['expired'])
  expect((await own.get(due.id)).state).toBe('waiting')
  await enqueueMail(`${mailed.id} ask link:${address}`)
  await eventually(async () => {
    const { rows } = await withPlatform((db) =>
      db.query('select remind_at from approval where id = $1', [mailed.id]),
    )
    return rows[0].remind_at !== null
  })
  expect(mailbox.sentTo(address)).toHaveLength(1)
  await setState(own, 'open')
  expect((await own.ended(due.runId)).taken).toEqual(['expired'])
  expect((await mailbox.wait(address, 2)).text).toContain('Reminder')
})

test('developers without the right to production data get no mail about its approvals', async () => {
  const { developer, owner, start } = await productionApproval(() => ({
    approvers: 'role:developer',
  }))
  const runId = await start()
  await mailbox.wait(owner.email)
  const { rows } = await withPlatform((db) =>
    db.query('select id from approval where run_id = $1', [runId]),
  )
  await untilDone(`${rows[0].id} %`)
  expect(mailbox.sentTo(developer.email)).toEqual([])
})

test('a link of a project that is not open is refused', async () => {
  const own = await approvalPlace()
  const address = newAddress()
  await own.ask({ approvers: `link:${address}` })
  const { text } = await mailbox.wait(address)
  const [, token = ''] = /\/approval#([A-Za-z0-9_-]{43})/.exec(text) ?? []
  await setState(own, 'read-only')
  const decided = guest().call(decideApprovalLink, { body: { decision: 'approve', token } })
  expect((await expectApiError(decided)).code).toBe('invalid')
  const opened = guest().call(openApprovalLink, { body: { token } })
  expect((await expectApiError(opened)).code).toBe('invalid')
})
