import { randomUUID } from 'node:crypto'
import { deployDatabase, getMe, listRows, signInUser } from '@plinth/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { appConfiguration, newApp, signUp } from '../../app/testing/app-tables.ts'
import { type Mailbox, openMailbox } from '../../app/testing/mailbox.ts'
import {
  clientOf,
  expectApiError,
  guest,
  type Person,
  theAdmin,
  withPlatform,
} from '../../app/testing/people.ts'
import { codeCalls, newCodeApp, saveSignIn, wrongCode } from './testing/code-app.ts'

let mailbox: Mailbox
beforeAll(async () => {
  mailbox = await openMailbox()
})
afterAll(() => mailbox.close())

const newEmail = () => `${randomUUID()}@example.com`
const WRONG = { status: 401, code: 'unauthenticated' }

describe.each(['sqlite3', 'postgres'] as const)('codes by mail on %s', (database) => {
  let owner: Person
  let projectId: string
  let calls: ReturnType<typeof codeCalls>
  beforeAll(async () => {
    ;({ owner, projectId } = await newCodeApp(database))
    calls = codeCalls(projectId, mailbox)
  })

  /** A user who has signed up by password, whose first mail is the verification. */
  async function newUser() {
    const user = await signUp(projectId)
    await mailbox.wait(user.email)
    return user
  }
  /** Such a user with a mailed code. */
  async function asked() {
    const user = await newUser()
    expect(await calls.ask(user.email)).toEqual({})
    return { ...user, ...(await calls.mailed(user.email, 2)) }
  }
  const expire = (email: string) =>
    withPlatform((on) =>
      on.query(`update app_code set expires_at = now() - interval '1 second' where email = $1`, [
        email,
      ]),
    )

  test('a code signs in once and verifies the address', async () => {
    const { email, code } = await asked()
    const session = await calls.confirm(email, ` ${code.slice(0, 4)} ${code.slice(4)} `)
    expect(session.user).toMatchObject({ email, verified: true })
    expect((await clientOf(session.token).call(getMe)).user.id).toBe(session.user.id)
    expect(await expectApiError(calls.confirm(email, code))).toMatchObject(WRONG)
  })

  test('ends the password and sessions of an unverified account, whose owner may be another', async () => {
    const { email, password, token, code } = await asked()
    const session = await calls.confirm(email, code)
    expect((await expectApiError(clientOf(token).call(getMe))).status).toBe(401)
    const again = guest().call(signInUser, {
      params: { table: 'people' },
      query: { $projectId: projectId },
      body: { email, password },
    })
    expect(await expectApiError(again)).toMatchObject(WRONG)
    // Verified now: the next code leaves the sessions.
    await calls.ask(email)
    await calls.confirm(email, (await calls.mailed(email, 3)).code)
    expect((await clientOf(session.token).call(getMe)).user.id).toBe(session.user.id)
  })

  test('an unknown address gets the same answer and no mail', async () => {
    const unknown = newEmail()
    expect(await calls.ask(unknown)).toEqual({})
    const known = await asked()
    expect(known.code).toMatch(/^\d{8}$/)
    expect(mailbox.sentTo(unknown)).toEqual([])
    const refused = await expectApiError(calls.confirm(unknown, '12345678'))
    const wrong = await expectApiError(calls.confirm(known.email, wrongCode(known.code)))
    expect([refused.status, refused.message]).toEqual([wrong.status, wrong.message])
  })

  test('five wrong tries end a code, the right one included', async () => {
    const { email, code } = await asked()
    await withPlatform((on) => on.query('update app_code set tries = 4 where email = $1', [email]))
    expect(await expectApiError(calls.confirm(email, wrongCode(code)))).toMatchObject(WRONG)
    expect(await expectApiError(calls.confirm(email, code))).toMatchObject(WRONG)
  })

  test('limits wrong codes per account and network over several codes', async () => {
    const { email, code } = await asked()
    for (let attempt = 0; attempt < 5; attempt += 1) {
      expect((await expectApiError(calls.confirm(email, wrongCode(code)))).status).toBe(401)
    }
    await calls.ask(email)
    const { code: second } = await calls.mailed(email, 3)
    expect((await expectApiError(calls.confirm(email, second))).code).toBe('rate_limited')
  })

  test('of two concurrent uses of one code one succeeds', async () => {
    const { email, code } = await asked()
    const uses = await Promise.allSettled([calls.confirm(email, code), calls.confirm(email, code)])
    expect(uses.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  test('rejects a code that is ten minutes old, and an earlier one', async () => {
    const first = await asked()
    await calls.ask(first.email)
    const second = await calls.mailed(first.email, 3)
    expect(await expectApiError(calls.confirm(first.email, first.code))).toMatchObject(WRONG)
    await expire(first.email)
    expect(await expectApiError(calls.confirm(first.email, second.code))).toMatchObject(WRONG)
    expect((await expectApiError(calls.openLink(second.token))).code).toBe('invalid')
  })

  test('a code is valid for its own address, table, project and environment only (R1)', async () => {
    const { email, code } = await asked()
    const other = await newUser()
    expect(await expectApiError(calls.confirm(other.email, code))).toMatchObject(WRONG)
    await saveSignIn(owner, projectId, { table: 'members', byCode: true })
    const members = calls.confirm(email, code, { table: 'members' })
    expect(await expectApiError(members)).toMatchObject(WRONG)
    const elsewhere = codeCalls((await newCodeApp(database)).projectId, mailbox)
    expect(await expectApiError(elsewhere.confirm(email, code))).toMatchObject(WRONG)
    const admin = await theAdmin()
    await admin.client.call(deployDatabase, { params: { projectId } })
    const production = calls.confirm(email, code, { $environment: 'production' })
    // Off there until it is turned on.
    expect((await expectApiError(production)).code).toBe('forbidden')
    await calls.confirm(email, code)
  })

  test('is off until it is turned on, and codes of before end with it', async () => {
    const app = await newApp(owner, appConfiguration(database))
    const off = codeCalls(app, mailbox)
    expect((await expectApiError(off.ask('ada@example.com'))).message).toMatch(/Turn it on/)
    const { email, code } = await asked()
    await saveSignIn(owner, projectId, { byCode: false })
    const refused = await expectApiError(calls.confirm(email, code))
    await saveSignIn(owner, projectId, { byCode: true })
    expect(refused.status).toBe(403)
    expect((await expectApiError(calls.ask('ada@example.com', { table: 'notes' }))).status).toBe(
      404,
    )
  })

  test('stores neither code nor link', async () => {
    const { email, code, token } = await asked()
    const { rows } = await withPlatform((on) =>
      on.query('select app_code::text as stored from app_code where email = $1', [email]),
    )
    expect(rows[0]?.stored).toContain('$argon2id$')
    expect(rows[0]?.stored).not.toContain(code)
    expect(rows[0]?.stored).not.toContain(token)
  })

  describe('new accounts', () => {
    test('none by default', async () => {
      const email = newEmail()
      await calls.ask(email)
      await asked()
      expect(mailbox.sentTo(email)).toEqual([])
    })

    test('where codes create accounts and the create rule allows it', async () => {
      const app = await newCodeApp(database, { createsAccounts: true })
      const creating = codeCalls(app.projectId, mailbox)
      const email = newEmail()
      await creating.ask(email.toUpperCase())
      const { code } = await creating.mailed(email)
      const { user, token } = await creating.confirm(email, code)
      expect(user).toMatchObject({ email, verified: true })
      expect((await clientOf(token).call(getMe)).user.id).toBe(user.id)
      await creating.ask(email)
      const again = await creating.confirm(email, (await creating.mailed(email, 2)).code)
      expect(again.user.id).toBe(user.id)
    })

    test.each(['members', 'closed'])(
      'no mail if the create rule of %s refuses guests',
      async (table) => {
        const app = await newCodeApp(database)
        await saveSignIn(app.owner, app.projectId, { table, byCode: true, createsAccounts: true })
        const creating = codeCalls(app.projectId, mailbox)
        const email = newEmail()
        await creating.ask(email, { table })
        // Mails of later requests arrive after it would have.
        await asked()
        expect(mailbox.sentTo(email)).toEqual([])
        const query = { $projectId: app.projectId }
        const { data } = await app.owner.client.call(listRows, { params: { table }, query })
        expect(data).toEqual([])
      },
    )

    test('a code for a new account does not open one that was made meanwhile', async () => {
      const app = await newCodeApp(database, { createsAccounts: true })
      const creating = codeCalls(app.projectId, mailbox)
      const email = newEmail()
      await creating.ask(email)
      const { code } = await creating.mailed(email)
      await signUp(app.projectId, { email })
      expect(await expectApiError(creating.confirm(email, code))).toMatchObject(WRONG)
    })
  })
})
