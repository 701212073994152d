import { createHash, randomUUID } from 'node:crypto'
import { requestUserReset, resetUserPassword, verifyUser } from '@plinth/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signUp } from '../../app/testing/app-tables.ts'
import { eventually } from '../../app/testing/eventually.ts'
import { type Mailbox, openMailbox } from '../../app/testing/mailbox.ts'
import { guest, withPlatform } from '../../app/testing/people.ts'
import { codeCalls, newCodeApp } from './testing/code-app.ts'

let mailbox: Mailbox
beforeAll(async () => {
  mailbox = await openMailbox()
})
afterAll(() => mailbox.close())

const rowsOf = (text: string, values: unknown[]) =>
  withPlatform(async (on) => (await on.query(text, values)).rows)

/** Fills the limiter of a name, as many mails in this hour would. */
const useUp = (limiter: string, name: string) =>
  rowsOf(
    `insert into rate_limit (key, points, expire) values ($1, 1000000, $2)
     on conflict (key) do update set points = excluded.points`,
    [`${limiter}:${name}`, Date.now() + 60_000],
  )

const taskEnds = (email: string) =>
  eventually(
    async () =>
      (await rowsOf(`select id from open_task where key like '%' || $1`, [email])).length === 0,
    20_000,
  )

/** An address with a tag, and the name under which the limits count its mailbox. */
function newRecipient() {
  const name = randomUUID()
  const counted = createHash('sha256').update(`${name}@example.com`).digest('base64url')
  return { email: `${name}+shop@example.com`, counted }
}

const at = (projectId: string) => ({
  params: { table: 'people' },
  query: { $projectId: projectId },
})

const ASK = {
  code: (projectId: string, email: string) => codeCalls(projectId, mailbox).ask(email),
  verify: (projectId: string, email: string) =>
    guest().call(verifyUser, { ...at(projectId), body: { email } }),
  reset: (projectId: string, email: string) =>
    guest().call(requestUserReset, { ...at(projectId), body: { email } }),
}

const tokenOf = (text: string) => /people\/(?:verify|reset)#([A-Za-z0-9_-]{43})/.exec(text)?.[1]

/** Proves the address with the mail that the sign-up sent. */
async function proveAddress(projectId: string, email: string) {
  const token = tokenOf((await mailbox.wait(email, 1)).text) ?? ''
  await guest().call(verifyUser, { ...at(projectId), body: { token } })
}

/** Makes all networks unknown to an account. */
const forgetNetworks = (projectId: string, email: string) =>
  rowsOf(
    `delete from sign_in_network where account in (
       select sha256(convert_to(id || '/people/' || $2, 'UTF8')) from environment where project_id = $1)
     returning prefix`,
    [projectId, email],
  )

describe.each(['sqlite3', 'postgres'] as const)('limits of mails to users on %s', (database) => {
  let projectId: string
  let other: string
  beforeAll(async () => {
    ;({ projectId } = await newCodeApp(database))
    other = (await newCodeApp(database)).projectId
  })

  test.each(['code', 'verify', 'reset'] as const)(
    'a project that has sent a mailbox too many (%s) does not keep another from mailing it',
    async (kind) => {
      const { email, counted } = newRecipient()
      for (const app of [projectId, other]) await signUp(app, { email })
      await mailbox.wait(email, 2)
      await taskEnds(email)
      await useUp(`${kind}-mail-recipient`, `${projectId} ${counted}`)
      expect(await ASK[kind](projectId, email)).toEqual({})
      await taskEnds(email)
      expect(mailbox.sentTo(email)).toHaveLength(2)
      await ASK[kind](other, email)
      await mailbox.wait(email, 3)
    },
  )

  test.each(['code', 'reset'] as const)(
    'over the limit of all projects, a proved address still gets what its user asks for (%s)',
    async (kind) => {
      const { email, counted } = newRecipient()
      await signUp(projectId, { email })
      await mailbox.wait(email, 1)
      await useUp(`${kind}-mail-mailbox`, counted)
      // The sign-up has made the network known, but the address is not proved.
      await ASK[kind](projectId, email)
      await taskEnds(email)
      expect(mailbox.sentTo(email)).toHaveLength(1)
      await proveAddress(projectId, email)
      await ASK[kind](projectId, email)
      await mailbox.wait(email, 2)
      expect(await forgetNetworks(projectId, email)).not.toEqual([])
      await ASK[kind](projectId, email)
      await taskEnds(email)
      expect(mailbox.sentTo(email)).toHaveLength(2)
    },
  )

  test('a reset over the limit leaves the link of the last mail valid', async () => {
    const { email, counted } = newRecipient()
    await signUp(projectId, { email })
    await mailbox.wait(email, 1)
    await ASK.reset(projectId, email)
    const token = tokenOf((await mailbox.wait(email, 2)).text) ?? ''
    await useUp('reset-mail-recipient', `${projectId} ${counted}`)
    await ASK.reset(projectId, email)
    await taskEnds(email)
    expect(mailbox.sentTo(email)).toHaveLength(2)
    const body = { token, password: 'another password' }
    expect(await guest().call(resetUserPassword, { ...at(projectId), body })).toEqual({})
  })

  test('a project over its limit mails nobody, with the words of the product too', async () => {
    const full = await newCodeApp(database)
    const { email } = await signUp(full.projectId, { email: newRecipient().email })
    await mailbox.wait(email, 1)
    await taskEnds(email)
    for (const kind of ['code', 'verify', 'reset'] as const) {
      await useUp(`${kind}-mail-project`, full.projectId)
      await ASK[kind](full.projectId, email)
    }
    await taskEnds(email)
    expect(mailbox.sentTo(email)).toHaveLength(1)
    await signUp(projectId, { email })
    await mailbox.wait(email, 2)
  })
})
