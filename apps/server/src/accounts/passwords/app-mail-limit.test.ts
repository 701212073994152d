import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type Database, openDatabase } from '../../foundation/platform/database.ts'
import type { LimitedAppMail } from './app-mail-limit.ts'
import { openSignInLimit, type SignInLimit } from './sign-in-limit.ts'

/** With one attempt: 4 mails to a mailbox from a project, 16 from all projects, 100 of a project. */
const ATTEMPTS = 1

let db: Database
let limit: SignInLimit
beforeAll(() => {
  const url = inject('server').databaseUrl
  db = openDatabase({ url, maxConnections: 4, onError: () => {} })
  limit = openSignInLimit(db, ATTEMPTS)
})
afterAll(() => db.close())

const newProject = () => `prj_${randomUUID()}`

/** Takes mails in turn; returns how many may be sent. */
async function countSent(mails: number, mail: (at: number) => Partial<LimitedAppMail>) {
  let sent = 0
  for (let at = 0; at < mails; at += 1) {
    const basic = { kind: 'code', projectId: '', email: '', isOwn: false } as const
    if (await limit.takeMail({ ...basic, ...mail(at) })) sent += 1
  }
  return sent
}

test('a project uses up a mailbox for itself only, whatever follows a plus sign', async () => {
  const name = randomUUID()
  const email = `${name}@example.com`
  const [projectId, other] = [newProject(), newProject()]
  const tagged = (at: number) => ({ projectId, email: `${name}+${at}@Example.com` })
  expect(await countSent(10, tagged)).toBe(4)
  expect(await countSent(1, () => ({ projectId, email }))).toBe(0)
  expect(await countSent(10, () => ({ projectId: other, email }))).toBe(4)
  expect(await countSent(1, () => ({ projectId, email: `${randomUUID()}@example.com` }))).toBe(1)
})

test('all projects together have a larger limit for a mailbox, apart from what its user asks for', async () => {
  const email = `${randomUUID()}@example.com`
  expect(await countSent(40, () => ({ projectId: newProject(), email }))).toBe(16)
  const projectId = newProject()
  expect(await countSent(1, () => ({ projectId, email }))).toBe(0)
  expect(await countSent(10, () => ({ projectId, email, isOwn: true }))).toBe(4)
})

test('resets and verifications do not use up the mails with codes', async () => {
  const email = `${randomUUID()}@example.com`
  const projects = Array.from({ length: 5 }, newProject)
  for (const kind of ['reset', 'verify', 'code'] as const) {
    const mail = (at: number) => ({ kind, projectId: projects[at % 5] ?? '', email })
    expect(await countSent(40, mail)).toBe(16)
  }
})

test('a project over its limit does not use up a mailbox', async () => {
  const projectId = newProject()
  const newEmail = () => `${randomUUID()}@example.com`
  expect(await countSent(110, () => ({ projectId, email: newEmail() }))).toBe(100)
  const email = newEmail()
  expect(await countSent(20, () => ({ projectId, email }))).toBe(0)
  expect(await countSent(20, () => ({ projectId: newProject(), email }))).toBe(16)
})

test('a mail that is refunded does not count', async () => {
  const mail = { kind: 'verify', projectId: newProject(), email: `${randomUUID()}@example.com` }
  const own = { ...mail, isOwn: false } as LimitedAppMail
  for (let at = 0; at < 10; at += 1) {
    expect(await limit.takeMail(own)).toBe(true)
    await limit.refundMail(own)
  }
  expect(await countSent(10, () => own)).toBe(4)
})

test.each(['askForCode', 'askForLink'] as const)(
  '%s stops strangers from many networks, and not a network that the account knows',
  async (kind) => {
    const who = { email: `env/people/${randomUUID()}@example.com`, within: randomUUID() }
    const from = (network: number) => ({ ...who, ip: `100.64.${network}.7` })
    for (const home of [from(0), from(9)]) await limit.remember(home)
    expect(await limit[kind](from(1))).toBe(false)
    expect(await limit[kind](from(2))).toBe(false)
    await expect(limit[kind](from(3))).rejects.toThrow('Too many')
    // A key can name any network.
    const named = { ...from(9), within: randomUUID(), namedBy: `key_${randomUUID()}` }
    await expect(limit[kind](named)).rejects.toThrow('Too many')
    expect(await limit[kind]({ ...from(0), within: randomUUID() })).toBe(true)
  },
)
