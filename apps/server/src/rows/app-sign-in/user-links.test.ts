import { type Database, getMe } from '@plinth/contract'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { signUp } from '../../app/testing/app-tables.ts'
import { type Mailbox, openMailbox } from '../../app/testing/mailbox.ts'
import { clientOf, expectApiError, type Person, withPlatform } from '../../app/testing/people.ts'
import { APP, codeCalls, newCodeApp, saveSignIn } from './testing/code-app.ts'

let mailbox: Mailbox
beforeAll(async () => {
  mailbox = await openMailbox()
})
afterAll(() => mailbox.close())

const ticketIn = (redirect: string) => new URL(redirect).hash.replace('#sign-in=', '')

async function linkApp(database: Database) {
  const { owner, projectId } = await newCodeApp(database)
  const calls = codeCalls(projectId, mailbox)
  /** A user with a mailed link. */
  const asked = async (redirect?: string) => {
    const { email, user } = await signUp(projectId)
    await mailbox.wait(email)
    await calls.ask(email, redirect === undefined ? {} : { redirect })
    return { email, user, ...(await calls.mailed(email, 2)) }
  }
  return { owner, projectId, calls, asked }
}

describe.each(['sqlite3', 'postgres'] as const)('links by mail on %s', (database) => {
  let app: Awaited<ReturnType<typeof linkApp>>
  beforeAll(async () => {
    app = await linkApp(database)
  })

  test('opening a link changes nothing; confirming it gives the app a ticket, once', async () => {
    const { calls, asked } = app
    const { email, user, token, code, text } = await asked(`${APP}/welcome`)
    expect(text).toContain(`${inject('server').address}/user-link#${token}`)
    // As a mail scanner would, more than once.
    for (let time = 0; time < 3; time += 1) {
      expect(await calls.openLink(token)).toMatchObject({ email, leadsTo: `${APP}/welcome` })
    }
    const { redirect } = await calls.confirmLink(token)
    expect(redirect.startsWith(`${APP}/welcome#sign-in=`)).toBe(true)
    expect((await expectApiError(calls.confirmLink(token))).code).toBe('invalid')
    expect((await expectApiError(calls.openLink(token))).code).toBe('invalid')
    // A used link ends its code.
    expect((await expectApiError(calls.confirm(email, code))).status).toBe(401)
    const session = await calls.useTicket(ticketIn(redirect))
    expect(session.user).toMatchObject({ id: user.id, verified: true })
    expect((await clientOf(session.token).call(getMe)).user.id).toBe(user.id)
    expect((await expectApiError(calls.useTicket(ticketIn(redirect)))).status).toBe(401)
  })

  test('of two concurrent confirmations, and two uses of a ticket, one succeeds', async () => {
    const { calls, asked } = app
    const { token } = await asked()
    const confirmed = await Promise.allSettled([calls.confirmLink(token), calls.confirmLink(token)])
    const [done, ...others] = confirmed.filter(({ status }) => status === 'fulfilled')
    expect(others).toEqual([])
    const { redirect } = (done as PromiseFulfilledResult<{ redirect: string }>).value
    const ticket = ticketIn(redirect)
    const uses = await Promise.allSettled([calls.useTicket(ticket), calls.useTicket(ticket)])
    expect(uses.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  test('a ticket is valid for its own table and project, and for two minutes (R1)', async () => {
    const { calls, asked, owner, projectId } = app
    const { token, email } = await asked()
    const ticket = ticketIn((await calls.confirmLink(token)).redirect)
    await saveSignIn(owner, projectId, { table: 'members', byCode: true })
    expect((await expectApiError(calls.useTicket(ticket, { table: 'members' }))).status).toBe(401)
    const elsewhere = codeCalls((await newCodeApp(database)).projectId, mailbox)
    expect((await expectApiError(elsewhere.useTicket(ticket))).status).toBe(401)
    const { rows } = await withPlatform((on) =>
      on.query(
        `update app_code set expires_at = expires_at - interval '2 minutes' where email = $1
         returning expires_at < now() as is_over`,
        [email],
      ),
    )
    expect(rows).toEqual([{ is_over: true }])
    expect((await expectApiError(calls.useTicket(ticket))).status).toBe(401)
  })

  test('without a page a link leads to the first one listed', async () => {
    const { calls, asked } = app
    const { redirect } = await calls.confirmLink((await asked()).token)
    expect(redirect.startsWith(`${APP}/#sign-in=`)).toBe(true)
  })

  test('without any page the code must be used', async () => {
    const { projectId } = await newCodeApp(database, { redirects: [] })
    const calls = codeCalls(projectId, mailbox)
    const { email } = await signUp(projectId)
    await mailbox.wait(email)
    await calls.ask(email)
    const { token, code } = await calls.mailed(email, 2)
    expect((await calls.openLink(token)).leadsTo).toBeNull()
    expect((await expectApiError(calls.confirmLink(token))).code).toBe('invalid')
    expect((await calls.confirm(email, code)).user.email).toBe(email)
  })

  test('a guessed link is refused', async () => {
    expect((await expectApiError(app.calls.openLink('a'.repeat(43)))).code).toBe('invalid')
    expect((await expectApiError(app.calls.confirmLink('a'.repeat(43)))).code).toBe('invalid')
  })
})

describe('refuses to lead to (RFC 9700, 4.11)', () => {
  let calls: ReturnType<typeof codeCalls>
  let owner: Person
  let projectId: string
  beforeAll(async () => {
    ;({ owner, projectId } = await newCodeApp('sqlite3'))
    calls = codeCalls(projectId, mailbox)
  })
  test.each([
    ['another page of a listed origin', 'https://app.example.com/logout'],
    ['a query', 'https://app.example.com/welcome?next=https://evil.example'],
    ['another spelling', 'https://app.example.com/a/../welcome'],
    ['another origin', 'https://evil.example/'],
    ['a name below the origin', 'https://a.app.example.com/'],
    ['the origin as a prefix', 'https://app.example.com.evil.example/'],
    ['the origin as a user name', 'https://app.example.com@evil.example/'],
    ['a user name at the origin', 'https://somebody@app.example.com/'],
    ['another scheme', 'http://app.example.com/'],
    ['another port', 'https://app.example.com:8443/'],
    ['a script', 'javascript:alert(1)//https://app.example.com'],
    ['data', 'data:text/html,https://app.example.com'],
    ['no scheme', '//app.example.com/'],
    ['a backslash', 'https:\\\\evil.example\\@app.example.com/'],
    ['a path', '/welcome'],
    ['a fragment', 'https://app.example.com/#sign-in=mine'],
    ['a very long page', `https://app.example.com/${'a'.repeat(2000)}`],
  ])('%s', async (_name, redirect) => {
    const refused = await expectApiError(calls.ask('ada@example.com', { redirect }))
    expect(refused.status).toBe(422)
    expect(refused.message).toContain('redirect')
  })

  test('a page that was removed from the list', async () => {
    await saveSignIn(owner, projectId, { redirects: ['myapp://auth/done'] })
    const email = (await signUp(projectId)).email
    await calls.ask(email, { redirect: 'myapp://auth/done' })
    const refused = await expectApiError(calls.ask(email, { redirect: `${APP}/` }))
    expect(refused.message).toContain('is not a listed page')
    const { token } = await calls.mailed(email, 2)
    await saveSignIn(owner, projectId, { redirects: [] })
    expect((await calls.openLink(token)).leadsTo).toBeNull()
    expect((await expectApiError(calls.confirmLink(token))).code).toBe('invalid')
  })
})
