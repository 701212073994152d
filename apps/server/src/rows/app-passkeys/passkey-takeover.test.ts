import { signInUser } from '@plinth/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Mailbox, openMailbox } from '../../app/testing/mailbox.ts'
import { expectApiError, guest } from '../../app/testing/people.ts'
import { codeCalls } from '../app-sign-in/testing/code-app.ts'
import { countStored, newPasskeyApp, onPage, type PasskeyApp } from './testing/passkey-app.ts'

let app: PasskeyApp
let mailbox: Mailbox
let codes: ReturnType<typeof codeCalls>
beforeAll(async () => {
  mailbox = await openMailbox()
  app = await newPasskeyApp('postgres')
  await app.save({ byCode: true })
  codes = codeCalls(app.projectId, mailbox)
}, 60_000)
afterAll(() => mailbox.close())

/** Proves the address by the nth mail to it; the first one verifies the address. */
async function proveAddress(email: string, number: number) {
  await codes.ask(email)
  return codes.confirm(email, (await codes.mailed(email, number)).code)
}

test('who proves the address of an unverified account ends the passkeys of a stranger', async () => {
  const stranger = await app.newHolder()
  await mailbox.wait(stranger.email)
  const owner = await proveAddress(stranger.email, 2)
  expect(owner.user.id).toBe(stranger.id)
  expect(await countStored(stranger.id)).toBe(0)
  const answer = stranger.authenticator.getSole(await app.ask(), onPage())
  expect((await expectApiError(app.enter(answer))).status).toBe(401)
  // Verified now: a further code leaves the owner's passkeys.
  const { authenticator } = await app.add(owner)
  await proveAddress(stranger.email, 3)
  const right = authenticator.getSole(await app.ask(), onPage())
  expect((await app.enter(right)).user.id).toBe(stranger.id)
})

test('the last passkey may go without the password where codes are mailed', async () => {
  const holder = await app.newHolder()
  const session = await app.remove(holder, holder.passkey.id)
  expect(await app.list(session)).toEqual([])
  const { email, password } = holder
  const again = await guest().call(signInUser, { ...app.at(), body: { email, password } })
  expect(again.user.id).toBe(holder.id)
})
