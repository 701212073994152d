import { randomUUID } from 'node:crypto'
import { getDevUser, requestPasswordReset, resetPassword, signIn } from '@plinth/contract'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type Mailbox, openMailbox } from '../../app/testing/mailbox.ts'
import {
  expectApiError,
  guest,
  newStaff,
  type Person,
  withPlatform,
} from '../../app/testing/people.ts'
import { sendFrom } from '../../app/testing/send-from.ts'

let mailbox: Mailbox
beforeAll(async () => {
  mailbox = await openMailbox()
})
afterAll(() => mailbox.close())

const ask = (email: string) => guest().call(requestPasswordReset, { body: { email } })

async function mailedToken(person: Person, number = 1): Promise<string> {
  const mail = await mailbox.wait(person.email, number)
  const token = /\/forgot-password#([A-Za-z0-9_-]{43})/.exec(mail.text)?.[1]
  if (!token) throw new Error(`no link in ${mail.text}`)
  return token
}

const reset = (token: string, password: string) =>
  guest().call(resetPassword, { body: { token, password } })

test('a mailed link sets a new password once and ends every session (R29)', async () => {
  const person = await newStaff()
  expect(await ask(person.email)).toEqual({})
  const token = await mailedToken(person)
  await reset(token, 'a new password')
  expect((await expectApiError(person.client.call(getDevUser))).code).toBe('unauthenticated')
  const old = { body: { email: person.email, password: person.password } }
  expect((await expectApiError(guest().call(signIn, old))).code).toBe('unauthenticated')
  await guest().call(signIn, { body: { email: person.email, password: 'a new password' } })
  expect((await expectApiError(reset(token, 'another password'))).code).toBe('invalid')
})

test('the link has the configured base URL, whatever the Host header', async () => {
  const person = await newStaff()
  await guest().call(requestPasswordReset, {
    body: { email: person.email },
    headers: { 'x-forwarded-host': 'evil.example' },
  })
  await mailedToken(person)
  const [mail] = mailbox.sentTo(person.email)
  expect(mail?.text).not.toContain('evil.example')
  expect(mail?.text).toContain(`${inject('server').address}/forgot-password#`)
})

test('an unknown address gets the same answer and no mail', async () => {
  expect(await ask('nobody-at-all@example.com')).toEqual({})
  const person = await newStaff()
  await ask(person.email)
  await mailedToken(person)
  expect(mailbox.sentTo('nobody-at-all@example.com')).toEqual([])
})

test('limits the requests of one network, whatever addresses they name', async () => {
  const statuses = await Promise.all(
    Array.from({ length: 110 }, async () => {
      const body = { email: `${randomUUID()}@example.com` }
      return (await sendFrom('127.31.7.9', { path: '/auth/forgot-password', body })).status
    }),
  )
  expect(statuses.filter((status) => status === 200)).toHaveLength(100)
  expect(statuses.filter((status) => status === 429)).toHaveLength(10)
})

test('only one of two concurrent uses of a link succeeds', async () => {
  const person = await newStaff()
  await ask(person.email)
  const token = await mailedToken(person)
  const uses = await Promise.allSettled([
    reset(token, 'first first'),
    reset(token, 'second second'),
  ])
  expect(uses.map((use) => use.status).sort()).toEqual(['fulfilled', 'rejected'])
})

test('a new link revokes the earlier one', async () => {
  const person = await newStaff()
  await ask(person.email)
  const first = await mailedToken(person)
  await ask(person.email)
  const second = await mailedToken(person, 2)
  expect((await expectApiError(reset(first, 'some password'))).code).toBe('invalid')
  await reset(second, 'some password')
})

test('a link expires after thirty minutes', async () => {
  const person = await newStaff()
  await ask(person.email)
  const token = await mailedToken(person)
  await withPlatform((client) =>
    client.query(
      `update password_reset set expires_at = expires_at - interval '30 minutes 1 second' where staff_id = $1`,
      [person.id],
    ),
  )
  expect((await expectApiError(reset(token, 'some password'))).code).toBe('invalid')
})

test('retries the mail when the mail server is briefly unavailable', async () => {
  const person = await newStaff()
  mailbox.refuses = true
  await ask(person.email)
  await new Promise<void>((resolve) => mailbox.server.server.once('connection', () => resolve()))
  mailbox.refuses = false
  await mailedToken(person)
})

test.each([
  { name: 'a guessed token', token: 'a'.repeat(43), password: 'long enough', status: 422 },
  { name: 'a short password', token: 'a'.repeat(43), password: 'short', status: 422 },
  { name: 'an empty token', token: '', password: 'long enough', status: 422 },
])('rejects $name', async ({ token, password, status }) => {
  expect((await expectApiError(reset(token, password))).status).toBe(status)
})
