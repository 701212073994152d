import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { join as joinPath } from 'node:path'
import { promisify } from 'node:util'
import {
  acceptInvitation,
  disableStaff,
  getDevUser,
  inviteStaff,
  listInvitations,
  listOrgUsers,
  listStaff,
  openInvitation,
  restoreStaff,
  signIn,
  withdrawInvitation,
} from '@plinth/contract'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type Mailbox, openMailbox } from '../../app/testing/mailbox.ts'
import {
  expectApiError,
  guest,
  join,
  newProject,
  newStaff,
  type Person,
  theAdmin,
  withPlatform,
} from '../../app/testing/people.ts'
import { newId } from '../../foundation/platform/new-id.ts'

let mailbox: Mailbox
let admin: Person
beforeAll(async () => {
  mailbox = await openMailbox()
  admin = await theAdmin()
})
afterAll(() => mailbox.close())

const newAddress = () => `${randomUUID()}@example.com`
const invite = (email: string) => admin.client.call(inviteStaff, { body: { email } })
const accept = (token: string) =>
  guest().call(acceptInvitation, {
    body: { token, firstName: 'New', lastName: 'Person', password: 'a good password' },
  })
const open = (token: string) => guest().call(openInvitation, { body: { token } })
const enter = (email: string, password = 'a good password') =>
  guest().call(signIn, { body: { email, password } })

async function mailedToken(email: string, number = 1): Promise<string> {
  const mail = await mailbox.wait(email, number)
  return /\/invitation#([A-Za-z0-9_-]{43})/.exec(mail.text)?.[1] ?? ''
}

test('a mailed invitation creates one account, once', async () => {
  const email = newAddress()
  const { invitation, link } = await invite(email)
  expect(link).toBeNull()
  expect(invitation).toMatchObject({ email, invitedBy: admin.email })
  const hours = Date.parse(invitation.expiresOn) - Date.parse(invitation.createdOn)
  expect(hours).toBe(72 * 3_600_000)
  const token = await mailedToken(email)
  expect(await open(token)).toEqual({ email })
  const uses = await Promise.allSettled([accept(token), accept(token)])
  expect(uses.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect((await expectApiError(open(token))).code).toBe('invalid')
  const { token: session } = await enter(email)
  expect(session).toBeTruthy()
  const { invitations } = await admin.client.call(listInvitations)
  expect(invitations.map((open) => open.email)).not.toContain(email)
})

test('a second invitation revokes the first, and a withdrawn one is invalid', async () => {
  const email = newAddress()
  await invite(email)
  const first = await mailedToken(email)
  const { invitation } = await invite(email)
  const second = await mailedToken(email, 2)
  expect((await expectApiError(open(first))).code).toBe('invalid')
  expect(await open(second)).toEqual({ email })
  expect((await expectApiError(accept(first))).code).toBe('invalid')
  const params = { invitationId: invitation.id }
  await admin.client.call(withdrawInvitation, { params })
  expect((await expectApiError(accept(second))).code).toBe('invalid')
  const again = await expectApiError(admin.client.call(withdrawInvitation, { params }))
  expect(again.code).toBe('not_found')
})

test('rejects an expired invitation, and an invitation of existing staff', async () => {
  const email = newAddress()
  await invite(email)
  const token = await mailedToken(email)
  await withPlatform((client) =>
    client.query(`update invitation set expires_at = now() where email = $1`, [email]),
  )
  expect((await expectApiError(open(token))).code).toBe('invalid')
  expect((await expectApiError(accept(token))).code).toBe('invalid')
  expect((await expectApiError(invite(admin.email.toUpperCase()))).code).toBe('conflict')
})

test('a disabled account is locked out with the next request, and works again when restored', async () => {
  const person = await newStaff()
  const owner = await newStaff()
  const projectId = await newProject(owner)
  const params = { staffId: person.id }
  await admin.client.call(disableStaff, { params })
  expect((await expectApiError(person.client.call(getDevUser))).code).toBe('unauthenticated')
  const error = await expectApiError(enter(person.email, person.password))
  expect(error.message).toContain('disabled')
  const wrong = await expectApiError(enter(person.email, 'not it at all'))
  expect(wrong.message).not.toContain('disabled')
  const { orgUsers } = await owner.client.call(listOrgUsers, {
    params: { projectId },
    query: { search: person.email },
  })
  expect(orgUsers).toEqual([])
  await admin.client.call(restoreStaff, { params })
  expect((await enter(person.email, person.password)).token).toBeTruthy()
  expect((await expectApiError(person.client.call(getDevUser))).code).toBe('unauthenticated')
})

test('admins cannot be disabled or restored through the API', async () => {
  const other = await newStaff()
  await withPlatform((client) =>
    client.query(`update staff set is_admin = true where id = $1`, [other.id]),
  )
  const params = { staffId: other.id }
  expect((await expectApiError(admin.client.call(disableStaff, { params }))).code).toBe('forbidden')
  expect((await expectApiError(admin.client.call(restoreStaff, { params }))).code).toBe('not_found')
})

test('staff of another organisation are not found', async () => {
  const stranger = await newStaff()
  await withPlatform(async (client) => {
    const id = newId('org')
    await client.query(`insert into organisation (id, name) values ($1, 'Other')`, [id])
    await client.query(`update staff set organisation_id = $2 where id = $1`, [stranger.id, id])
  })
  const params = { staffId: stranger.id }
  expect((await expectApiError(admin.client.call(disableStaff, { params }))).code).toBe('not_found')
  const { staff } = await admin.client.call(listStaff, { query: { search: stranger.email } })
  expect(staff).toEqual([])
})

test('the list shows the projects and the last sign-in of each member of staff', async () => {
  const person = await newStaff()
  const second = await newStaff()
  const alone = await newProject(person)
  const shared = await newProject(person)
  await join(second, { projectId: shared, role: 'owner' })
  const { staff } = await admin.client.call(listStaff, { query: { search: person.email } })
  expect(staff).toHaveLength(1)
  const [listed] = staff
  const facts = new Map(listed?.projects.map(({ id, lastOwner }) => [id, lastOwner]))
  expect(facts).toEqual(
    new Map([
      [alone, true],
      [shared, false],
    ]),
  )
  expect(Date.parse(listed?.lastSignInOn ?? '')).toBeGreaterThan(Date.now() - 60_000)
})

test('the list is paged by cursor', async () => {
  const mark = randomUUID().slice(0, 8)
  await withPlatform((client) =>
    client.query(
      `insert into staff (id, organisation_id, email, first_name, last_name, password_hash)
       select $1 || lpad(n::text, 4, '0'), (select organisation_id from staff where id = $2),
         $3 || n || '@example.com', 'A', 'B', '' from generate_series(1, 120) as n`,
      [`stf_${'0'.repeat(22)}`, admin.id, `page-${mark}-`],
    ),
  )
  const seen = new Set<string>()
  let cursor: string | null = ''
  while (cursor !== null) {
    const query: { search: string; cursor: string } = { search: `page-${mark}`, cursor }
    const page = await admin.client.call(listStaff, { query })
    for (const { email } of page.staff) seen.add(email)
    cursor = page.nextCursor
  }
  expect(seen.size).toBe(120)
})

test('admins are created and recovered on the command line', async () => {
  const run = async (...args: string[]) => {
    const env = { ...process.env, DATABASE_URL: inject('server').databaseUrl }
    const program = joinPath(import.meta.dirname, '../../app/plinth-server.ts')
    const { stdout } = await promisify(execFile)(process.execPath, [program, 'staff', ...args], {
      env,
    })
    return stdout
  }
  const email = newAddress()
  const password = /once: (\S+)/.exec(await run('add-admin', email))?.[1] ?? ''
  expect((await enter(email, password)).token).toBeTruthy()
  const [renewed, listed] = await Promise.all([run('reset-password', email), run('list')])
  expect(listed).toContain(`${email}\tadmin`)
  expect((await expectApiError(enter(email, password))).code).toBe('unauthenticated')
  const next = /once: (\S+)/.exec(renewed)?.[1] ?? ''
  expect((await enter(email, next)).token).toBeTruthy()
  await Promise.all([
    run('disable', email),
    expect(run('disable', 'nobody@example.com')).rejects.toThrow('No account has the email'),
    expect(run('promote', email)).rejects.toThrow('plinth-server staff'),
  ])
  expect((await expectApiError(enter(email, next))).message).toContain('disabled')
}, 90_000)
