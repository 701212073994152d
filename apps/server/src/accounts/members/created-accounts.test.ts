import {
  getDevUser,
  listMembers,
  listStaff,
  requestPasswordReset,
  resetPassword,
} from '@plinth/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Mailbox, openMailbox } from '../../app/testing/mailbox.ts'
import {
  clientOf,
  expectApiError,
  guest,
  newProject,
  newStaff,
  theAdmin,
} from '../../app/testing/people.ts'
import { createAccount, enter, OWN, TEMPORARY } from './testing/created-account.ts'

let mailbox: Mailbox
beforeAll(async () => {
  mailbox = await openMailbox()
})
afterAll(() => mailbox.close())

async function mailedToken(email: string, number = 1): Promise<string> {
  const { text } = await mailbox.wait(email, number)
  return /\/forgot-password#([A-Za-z0-9_-]{43})/.exec(text)?.[1] ?? ''
}

test('an account of an owner signs in only after its address is confirmed by mail', async () => {
  const owner = await newStaff()
  const projectId = await newProject(owner)
  const { id, email, pending } = await createAccount(owner, { projectId, role: 'developer' })
  expect(pending).toBe('confirmation')
  const refused = await expectApiError(enter(email, TEMPORARY))
  expect(refused).toMatchObject({ code: 'unauthenticated' })
  expect(refused.message).toContain('Confirm your address first')
  expect((await expectApiError(enter(email, TEMPORARY, OWN))).message).toBe(refused.message)
  expect((await expectApiError(enter(email, 'a wrong one'))).message).toContain('wrong')

  const mail = await mailbox.wait(email)
  expect(mail.text).not.toContain(TEMPORARY)
  expect(mail.text).toContain('within 72 hours')
  const body = { token: await mailedToken(email), password: OWN }
  await guest().call(resetPassword, { body })
  expect((await expectApiError(guest().call(resetPassword, { body }))).code).toBe('invalid')
  expect((await expectApiError(enter(email, TEMPORARY))).message).toContain('wrong')
  // The first password is no change that is mailed.
  expect(mailbox.sentTo(email)).toHaveLength(1)
  const { token } = await enter(email, OWN)
  expect((await clientOf(token).call(getDevUser)).user.id).toBe(id)
  const { members } = await owner.client.call(listMembers, { params: { projectId } })
  expect(members.find((member) => member.id === id)?.pending).toBeNull()
})

test('"Forgot password" mails a new confirmation, and the first link ends', async () => {
  const owner = await newStaff()
  const { email } = await createAccount(owner, {
    projectId: await newProject(owner),
    role: 'developer',
  })
  const first = await mailedToken(email)
  await guest().call(requestPasswordReset, { body: { email } })
  const second = await mailedToken(email, 2)
  const reset = (token: string) => guest().call(resetPassword, { body: { token, password: OWN } })
  expect((await expectApiError(reset(first))).code).toBe('invalid')
  await reset(second)
  expect((await enter(email, OWN)).token).toBeTruthy()
})

test("an admin's account signs in at once with the given password", async () => {
  const admin = await theAdmin()
  const { email, pending } = await createAccount(admin, {
    projectId: await newProject(admin),
    role: 'developer',
  })
  expect(pending).toBeNull()
  expect((await enter(email, TEMPORARY)).token).toBeTruthy()
  expect(await expectApiError(enter(email, TEMPORARY, OWN))).toMatchObject({
    code: 'invalid',
    details: [{ path: 'newPassword' }],
  })
  expect(mailbox.sentTo(email)).toEqual([])
  const { staff } = await admin.client.call(listStaff, { query: { search: email } })
  expect(staff[0]?.pending).toBeNull()
})

test('an owner creates at most 20 accounts in 15 minutes; an admin is not limited', async () => {
  const owner = await newStaff()
  const projectId = await newProject(owner)
  for (let made = 0; made < 20; made += 1)
    await createAccount(owner, { projectId, role: 'developer' })
  expect((await expectApiError(createAccount(owner, { projectId, role: 'developer' }))).code).toBe(
    'rate_limited',
  )
  expect((await createAccount(await theAdmin(), { projectId, role: 'developer' })).id).toBeTruthy()
})
