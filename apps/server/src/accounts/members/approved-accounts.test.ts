import {
  approveStaff,
  getStaffPolicy,
  listStaff,
  requestPasswordReset,
  saveStaffPolicy,
  sendTestMail,
} from '@plinth/contract'
import { expect, test } from 'vitest'
import {
  expectApiError,
  guest,
  newProject,
  newStaff,
  type Person,
  theAdmin,
  withPlatform,
} from '../../app/testing/people.ts'
import { useOwnServer } from '../../app/testing/use-own-server.ts'
import { createAccount, enter, OWN, TEMPORARY } from './testing/created-account.ts'

// Without a mail server, and with policies of the whole organisation.
useOwnServer({ PLINTH_SMTP_URL: '' })

test('without a mail server an admin approves the account, whose password is temporary', async () => {
  const [owner, admin] = [await newStaff(), await theAdmin()]
  const { id, email, pending } = await createAccount(owner, {
    projectId: await newProject(owner),
    role: 'owner',
  })
  expect(pending).toBe('approval')
  expect((await expectApiError(enter(email, TEMPORARY))).message).toContain('An admin must approve')
  const approve = (by: Person) => by.client.call(approveStaff, { params: { staffId: id } })
  expect((await expectApiError(approve(owner))).code).toBe('forbidden')
  const { staff } = await admin.client.call(listStaff, { query: { search: email } })
  expect(staff[0]).toMatchObject({ id, pending: 'approval' })
  await approve(admin)
  await approve(admin)

  const asked = await expectApiError(enter(email, TEMPORARY))
  expect(asked).toMatchObject({ code: 'unauthenticated', details: [{ path: 'newPassword' }] })
  for (const poor of [TEMPORARY, 'password123']) {
    expect(await expectApiError(enter(email, TEMPORARY, poor))).toMatchObject({
      code: 'invalid',
      details: [{ path: 'newPassword' }],
    })
  }
  const tries = await Promise.allSettled([
    enter(email, TEMPORARY, OWN),
    enter(email, TEMPORARY, OWN),
  ])
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect((await enter(email, OWN)).token).toBeTruthy()
  expect((await expectApiError(enter(email, TEMPORARY))).message).toContain('wrong')
  const audit = await withPlatform((client) =>
    client.query(
      `select action from audit where entity_id = $1 and entity = 'staff' and action not like 'was refused%'
       order by id`,
      [id],
    ),
  )
  expect(audit.rows.map(({ action }) => action)).toEqual([
    'approved',
    'approved',
    'chose a new password',
    'signed in',
    'signed in',
  ])
})

test('the organisation limits creating accounts to admins', async () => {
  const [owner, admin] = [await newStaff(), await theAdmin()]
  const projectId = await newProject(owner)
  const save = (accountsByAdminsOnly: boolean) =>
    admin.client.call(saveStaffPolicy, { body: { accountsByAdminsOnly } })
  await save(true)
  expect(await admin.client.call(getStaffPolicy)).toEqual({
    twoFactorRequired: false,
    accountsByAdminsOnly: true,
  })
  const refused = await expectApiError(createAccount(owner, { projectId, role: 'owner' }))
  expect(refused.code).toBe('forbidden')
  expect(refused.message).toContain('Ask an admin to invite this person')
  expect((await createAccount(admin, { projectId, role: 'owner' })).pending).toBeNull()
  await save(false)
  expect((await createAccount(owner, { projectId, role: 'owner' })).pending).toBe('approval')
  const body = { accountsByAdminsOnly: true }
  expect((await expectApiError(owner.client.call(saveStaffPolicy, { body }))).code).toBe(
    'forbidden',
  )
})

test('a test mail without a mail server is refused and names the setting', async () => {
  const admin = await theAdmin()
  const refused = await expectApiError(admin.client.call(sendTestMail))
  expect(refused.message).toContain('PLINTH_SMTP_URL')
})

test('a reset link without a mail server is refused in the same words for every address', async () => {
  const { email } = await newStaff()
  const ask = (address: string) =>
    expectApiError(guest().call(requestPasswordReset, { body: { email: address } }))
  const known = await ask(email)
  expect(known.message).toContain('no mail server is configured')
  const unknown = await ask('nobody-at-all@example.com')
  expect([unknown.code, unknown.message]).toEqual([known.code, known.message])
})
