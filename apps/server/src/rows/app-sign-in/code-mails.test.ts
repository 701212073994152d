import { randomUUID } from 'node:crypto'
import { saveAvailability } from '@plinth/contract'
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest'
import { signUp } from '../../app/testing/app-tables.ts'
import { eventually } from '../../app/testing/eventually.ts'
import { type Mailbox, openMailbox } from '../../app/testing/mailbox.ts'
import { type Person, withPlatform } from '../../app/testing/people.ts'
import { codeCalls, newCodeApp } from './testing/code-app.ts'

let mailbox: Mailbox
let owner: Person
let projectId: string
let calls: ReturnType<typeof codeCalls>
beforeAll(async () => {
  mailbox = await openMailbox()
  ;({ owner, projectId } = await newCodeApp('sqlite3'))
  calls = codeCalls(projectId, mailbox)
})
afterEach(() => {
  mailbox.refuses = false
})
afterAll(() => mailbox.close())

async function rowsOf(text: string, values: unknown[]) {
  const { rows } = await withPlatform((on) => on.query(text, values))
  return rows
}
const codeOf = async (email: string) =>
  (
    await rowsOf('select code_hash, tries, sealed, expires_at from app_code where email = $1', [
      email,
    ])
  )[0]
const tasksFor = (email: string) =>
  rowsOf(`select id from open_task where topic = 'sendCodeMail' and key like '%' || $1`, [email])
const taskEnds = (email: string) =>
  eventually(async () => (await tasksFor(email)).length === 0, 20_000)

/** A user whose verification mail has arrived. */
async function newUser(email = `${randomUUID()}@example.com`) {
  await signUp(projectId, { email })
  await mailbox.wait(email)
  return email
}
/** A user whose code is stored, and whose mail the server refuses for now. */
async function refusedUser() {
  const email = await newUser()
  mailbox.refuses = 450
  await calls.ask(email)
  await eventually(() => codeOf(email), 20_000)
  return email
}
/** Asks for another user, whose mail arrives after all that were sent before. */
async function flush() {
  const email = await newUser()
  await calls.ask(email)
  await calls.mailed(email, 2)
}

test('a mail that is refused for good ends its task', async () => {
  const email = await newUser()
  mailbox.refuses = 550
  await calls.ask(email)
  await eventually(async () => (await codeOf(email))?.sealed === null, 20_000)
  await taskEnds(email)
  mailbox.refuses = false
  await flush()
  expect(mailbox.sentTo(email)).toHaveLength(1)
})

test('a retry mails the same code, and leaves its tries and expiry', async () => {
  const email = await refusedUser()
  await rowsOf('update app_code set tries = 3 where email = $1', [email])
  const before = await codeOf(email)
  expect(before?.sealed).not.toBeNull()
  mailbox.refuses = false
  const { code } = await calls.mailed(email, 2)
  await taskEnds(email)
  expect(await codeOf(email)).toEqual({ ...before, sealed: null })
  expect((await calls.confirm(email, code)).user.email).toBe(email)
})

test('retries end when the code has expired', async () => {
  const email = await refusedUser()
  await rowsOf(`update app_code set expires_at = now() where email = $1`, [email])
  await taskEnds(email)
  mailbox.refuses = false
  await flush()
  expect(mailbox.sentTo(email)).toHaveLength(1)
})

test('a task that starts too late creates no code', async () => {
  const email = await newUser()
  const key = [projectId, 'dev', 'people', '-', Date.now() - 601_000, '-', email].join(' ')
  await rowsOf(
    `with enqueued as (insert into outbox (topic, key) values ('sendCodeMail', $1) returning id, topic, key)
     insert into open_task (id, topic, key) select id, topic, key from enqueued`,
    [key],
  )
  await flush()
  await taskEnds(email)
  expect(await codeOf(email)).toBeUndefined()
})

test('a stopped project mails no codes', async () => {
  const email = await refusedUser()
  const set = (state: 'open' | 'read-only') =>
    owner.client.call(saveAvailability, { params: { projectId }, body: { state } })
  await set('read-only')
  await taskEnds(email)
  mailbox.refuses = false
  await set('open')
  await flush()
  expect(mailbox.sentTo(email)).toHaveLength(1)
})

test('each mail names the project and the host below its text', async () => {
  const email = await newUser()
  await calls.ask(email)
  const { text } = await calls.mailed(email, 2)
  const { host } = new URL(inject('server').address)
  expect(text).toContain(`on ${host}.`)
  expect(text.indexOf('This mail was sent by the project')).toBeGreaterThan(
    text.indexOf('If it was not you'),
  )
})
