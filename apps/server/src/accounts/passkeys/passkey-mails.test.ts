import { randomUUID } from 'node:crypto'
import { endTwoFactor, removePasskey, resetPassword } from '@plinth/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '../../app/testing/eventually.ts'
import { type Mailbox, openMailbox } from '../../app/testing/mailbox.ts'
import {
  expectApiError,
  guest,
  newStaff,
  type Person,
  withPlatform,
} from '../../app/testing/people.ts'
import { codeOf, turnOnTwoFactor } from '../../app/testing/two-factor.ts'
import { hashToken } from '../../foundation/http/access/authenticate.ts'
import { runStaffCommand } from '../sso-only/testing/run-staff-command.ts'
import { addNewPasskey, enterWith } from './testing/use-passkeys.ts'

let mailbox: Mailbox
beforeAll(async () => {
  mailbox = await openMailbox()
})
afterAll(() => mailbox.close())

/** The subjects of the mails to a person, sorted, once as many have arrived. */
const subjectsTo = ({ email }: Person, count: number) =>
  eventually(async () => {
    const subjects = mailbox
      .sentTo(email)
      .map(({ text }) => /^Subject: (.*)$/m.exec(text)?.[1]?.trim() ?? '')
    return subjects.length >= count ? subjects.sort() : undefined
  })

const remove = ({ client, password }: Person, passkeyId: string) =>
  client.call(removePasskey, { params: { passkeyId }, body: { currentPassword: password } })

test('a passkey that is added or removed is mailed, and so is a removed app', async () => {
  const person = await newStaff()
  const { secret } = await turnOnTwoFactor(person)
  const { passkey } = await addNewPasskey(person, 'Blue key')
  await person.client.call(endTwoFactor, {
    body: { currentPassword: person.password, code: codeOf(secret) },
  })
  await remove(person, passkey.id)
  expect(await subjectsTo(person, 4)).toEqual([
    'A passkey was removed from Plinth',
    'New passkey in Plinth',
    'Two-factor authentication is off in Plinth',
    'Your authenticator app was removed from Plinth',
  ])
  const texts = mailbox.sentTo(person.email).map(({ text }) => text)
  expect(texts.filter((text) => text.includes('Blue key'))).toHaveLength(2)
})

test('a new password by the operator removes passkeys, one by mail does not', async () => {
  const person = await newStaff()
  await addNewPasskey(person)
  const [token, password] = [randomUUID(), 'another password of a test']
  await withPlatform((on) =>
    on.query(
      `insert into password_reset (token_hash, staff_id, expires_at)
       values ($1, $2, now() + interval '1 hour')`,
      [hashToken(token), person.id],
    ),
  )
  await guest().call(resetPassword, { body: { token, password } })
  const asked = await expectApiError(enterWith({ ...person, password }))
  expect(asked.details).toMatchObject([{ path: 'code' }, { path: 'passkey' }])
  const said = await runStaffCommand('reset-password', person.email)
  const printed = /shown this once: (\S+)/.exec(said)?.[1] ?? ''
  expect((await enterWith({ ...person, password: printed })).token).toBeTruthy()
  expect(await subjectsTo(person, 4)).toContain('Two-factor authentication is off in Plinth')
})
