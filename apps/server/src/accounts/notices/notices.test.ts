import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import {
  createKey,
  endTwoFactor,
  getMailStatus,
  requestPasswordReset,
  resetPassword,
  saveProfile,
  sendTestMail,
} from '@plinth/contract'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { eventually } from '../../app/testing/eventually.ts'
import { type Mailbox, openMailbox } from '../../app/testing/mailbox.ts'
import {
  expectApiError,
  guest,
  newProject,
  newStaff,
  type Person,
  theAdmin,
  withPlatform,
} from '../../app/testing/people.ts'
import { sendFrom } from '../../app/testing/send-from.ts'
import { codeOf, turnOnTwoFactor } from '../../app/testing/two-factor.ts'
import { applyTables } from '../../rows/testing/shelf.ts'

let mailbox: Mailbox
beforeAll(async () => {
  mailbox = await openMailbox()
})
afterAll(() => mailbox.close())

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0'
const NEWER_FIREFOX = FIREFOX.replaceAll('128.0', '131.2')

const subjectsTo = (email: string) =>
  mailbox.sentTo(email).map(({ text }) => /^Subject: (.*)$/m.exec(text)?.[1]?.trim())

/** Waits until every notice of a person has been handled. */
async function delivered(person: Person) {
  await eventually(() =>
    withPlatform(async (client) => {
      const { rows } = await client.query('select 1 from notice where staff_id = $1', [person.id])
      return rows.length === 0
    }),
  )
  return subjectsTo(person.email)
}

async function enterFrom(person: Person, { address = '127.0.0.1', agent = FIREFOX } = {}) {
  const { email, password } = person
  const sent = { path: '/auth/login', headers: { 'user-agent': agent }, body: { email, password } }
  expect((await sendFrom(address, sent)).status).toBe(200)
}

test('a sign-in from a new device is mailed once; the first one and known devices are not', async () => {
  const person = await newStaff()
  expect(await delivered(person)).toEqual([])
  await enterFrom(person)
  await enterFrom(person)
  await enterFrom(person, { agent: NEWER_FIREFOX })
  expect(await delivered(person)).toEqual(['New sign-in to Plinth'])
  const { text } = await mailbox.wait(person.email)
  for (const part of [person.email, 'Network: 127.0.0.0/24', 'Device: Firefox on Linux', ' UTC']) {
    expect(text).toContain(part)
  }
  await enterFrom(person, { address: '127.0.7.9' })
  expect(await delivered(person)).toHaveLength(2)
  await withPlatform((client) =>
    client.query(
      `update sign_in_device set used_at = now() - interval '91 days' where staff_id = $1`,
      [person.id],
    ),
  )
  await enterFrom(person)
  expect(await delivered(person)).toHaveLength(3)
})

test('a refused sign-in mails nothing', async () => {
  const person = await newStaff()
  const body = { email: person.email, password: 'a wrong one' }
  const sent = { path: '/auth/login', headers: { 'user-agent': FIREFOX }, body }
  expect((await sendFrom('127.0.0.1', sent)).status).toBe(401)
  expect(await delivered(person)).toEqual([])
})

test('changes of password and email are mailed to the address before the change', async () => {
  const person = await newStaff()
  const params = { projectId: await newProject(person), userId: person.id }
  const profile = { email: person.email, first_name: 'A', last_name: 'B', password: null }
  const save = (body: object) =>
    person.client.call(saveProfile, { params, body: { ...profile, ...body } })
  await save({ last_name: 'C' })
  await expectApiError(save({ password: 'only the owner knows', currentPassword: 'wrong' }))
  expect(await delivered(person)).toEqual([])
  const email = `new-${person.email}`
  await save({ email, password: 'only the owner knows', currentPassword: person.password })
  expect((await delivered(person)).sort()).toEqual([
    'Your Plinth email address was changed',
    'Your Plinth password was changed',
  ])
  const all = mailbox.sentTo(person.email).map(({ text }) => text)
  expect(all.join('\n')).toContain(`was changed to ${email}.`)
  expect(all.join('\n')).not.toContain('only the owner knows')
  expect(mailbox.sentTo(email)).toEqual([])
})

test('a password chosen with a mailed link is mailed', async () => {
  const person = await newStaff()
  await guest().call(requestPasswordReset, { body: { email: person.email } })
  const { text } = await mailbox.wait(person.email)
  const token = /\/forgot-password#([A-Za-z0-9_-]{43})/.exec(text)?.[1] ?? ''
  await guest().call(resetPassword, { body: { token, password: 'a new password' } })
  expect((await delivered(person)).at(-1)).toBe('Your Plinth password was changed')
})

test('two-factor authentication that is turned off is mailed, a wrong code is not', async () => {
  const person = await newStaff()
  const { secret } = await turnOnTwoFactor(person)
  const end = (code: string) =>
    person.client.call(endTwoFactor, { body: { currentPassword: person.password, code } })
  await expectApiError(end('000000'))
  expect(await delivered(person)).toEqual([])
  await end(codeOf(secret))
  expect(await delivered(person)).toEqual(['Two-factor authentication is off in Plinth'])
})

test('a new key is mailed to the person who created it, without its secret', async () => {
  const person = await newStaff()
  const projectId = await newProject(person)
  const tables = [{ id: 't', name: 'note', columns: [{ id: 'c', name: 'title', type: 'text' }] }]
  await applyTables({ owner: person, projectId, database: 'sqlite3', tables })
  const { secret } = await person.client.call(createKey, {
    params: { projectId },
    body: { name: 'Till 4', environment: 'dev', tables: [{ table: 'note', operations: ['list'] }] },
  })
  expect(await delivered(person)).toEqual(['New API key in Plinth'])
  const { text } = await mailbox.wait(person.email)
  expect(text).toContain('"Till 4" for dev of the project "Project ')
  expect(text).not.toContain(secret)
})

test('a password reset on the command line is mailed', async () => {
  const person = await newStaff()
  await turnOnTwoFactor(person)
  await promisify(execFile)(
    process.execPath,
    [
      join(import.meta.dirname, '../../app/plinth-server.ts'),
      'staff',
      'reset-password',
      person.email,
    ],
    { env: { ...process.env, DATABASE_URL: inject('server').databaseUrl } },
  )
  await mailbox.wait(person.email, 2)
  expect((await delivered(person)).sort()).toEqual([
    'Two-factor authentication is off in Plinth',
    'Your Plinth password was changed',
  ])
  expect(mailbox.sentTo(person.email)[0]?.text).toContain('the command line of the server')
})

test('a notice waits for a mail server that refuses, and is then delivered once', async () => {
  const person = await newStaff()
  mailbox.refuses = true
  await enterFrom(person)
  const admin = await theAdmin()
  const status = () => admin.client.call(getMailStatus)
  await eventually(async () => (await status()).lastFailure.includes('450 later'), 20_000)
  mailbox.refuses = false
  await mailbox.wait(person.email)
  expect(await delivered(person)).toEqual(['New sign-in to Plinth'])
})

test('a test mail shows its delivery or its failure, and is tried once', async () => {
  const admin = await theAdmin()
  // Other tests cause notices to the same admin, which are delivered at any time.
  const testMails = () =>
    subjectsTo(admin.email).filter((subject) => subject === 'Test mail from Plinth')
  const status = () => admin.client.call(getMailStatus)
  const done = () =>
    eventually(async () => {
      const now = await status()
      return now.testPending ? undefined : now
    }, 20_000)
  const before = await status()
  expect(before.server).toBe(`127.0.0.1:${inject('server').smtpPort}`)
  await admin.client.call(sendTestMail)
  const after = await done()
  expect(Date.parse(after.lastDeliveredOn ?? '')).toBeGreaterThan(
    Date.parse(before.lastDeliveredOn ?? '1970-01-01T00:00:00Z'),
  )
  expect(testMails()).toHaveLength(1)
  mailbox.refuses = true
  await admin.client.call(sendTestMail)
  const failed = await done()
  mailbox.refuses = false
  expect(failed.lastFailure).toContain('450 later')
  expect(Date.parse(failed.lastFailedOn ?? '')).toBeGreaterThan(
    Date.parse(after.lastFailedOn ?? '1970-01-01T00:00:00Z'),
  )
  expect(testMails()).toHaveLength(1)
  const developer = await newStaff()
  expect((await expectApiError(developer.client.call(sendTestMail))).code).toBe('forbidden')
  expect((await expectApiError(developer.client.call(getMailStatus))).code).toBe('forbidden')
})
