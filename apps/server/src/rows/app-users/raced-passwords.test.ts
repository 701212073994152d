import { changeUserPassword, getMe, signInUser } from '@plinth/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signUp } from '../../app/testing/app-tables.ts'
import { type Mailbox, openMailbox } from '../../app/testing/mailbox.ts'
import { clientOf, expectApiError, guest } from '../../app/testing/people.ts'
import { codeCalls, newCodeApp } from '../app-sign-in/testing/code-app.ts'

let mailbox: Mailbox
beforeAll(async () => {
  mailbox = await openMailbox()
})
afterAll(() => mailbox.close())

const NEXT = 'a very different one'

describe.each(['sqlite3', 'postgres'] as const)('a raced password change on %s', (database) => {
  let projectId: string
  let place: { params: { table: string }; query: { $projectId: string } }
  beforeAll(async () => {
    ;({ projectId } = await newCodeApp(database))
    place = { params: { table: 'people' }, query: { $projectId: projectId } }
  })
  const change = (token: string, currentPassword: string, password: string) =>
    clientOf(token).call(changeUserPassword, { ...place, body: { currentPassword, password } })
  const signIn = (email: string, password: string) =>
    guest().call(signInUser, { ...place, body: { email, password } })

  test('of two changes from the same password one succeeds', async () => {
    const { token, email, password } = await signUp(projectId)
    const wanted = [NEXT, 'yet another one here']
    const done = await Promise.allSettled(wanted.map((next) => change(token, password, next)))
    const at = done.findIndex(({ status }) => status === 'fulfilled')
    expect(done.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect((await signIn(email, wanted[at] ?? '')).user.email).toBe(email)
  })

  /** Changes the password to and fro until the server refuses it; returns all tokens that were opened. */
  async function keepChanging(token: string, passwords: readonly [string, string]) {
    const tokens = [token]
    while (tokens.length < 20) {
      const [current, next] = tokens.length % 2 === 1 ? passwords : passwords.toReversed()
      const changed = await change(tokens.at(-1) ?? '', String(current), String(next)).catch(
        (error: unknown) => error,
      )
      if (changed instanceof Error) return tokens
      tokens.push((changed as { token: string }).token)
    }
    return tokens
  }

  /** A change of the password revokes codes, so that one which comes first wins. */
  const expectRevoked = (error: unknown) => {
    expect(error).toMatchObject({ status: 401 })
    return undefined
  }

  test.each([1, 2, 3])(
    'cannot outlive a code that takes an unverified account over (%i)',
    async () => {
      const calls = codeCalls(projectId, mailbox)
      const { token, email, password } = await signUp(projectId)
      await mailbox.wait(email)
      await calls.ask(email)
      const { code } = await calls.mailed(email, 2)
      const changing = keepChanging(token, [password, NEXT])
      const confirmed = await calls.confirm(email, code).catch(expectRevoked)
      const tokens = await changing
      if (!confirmed) {
        await calls.ask(email)
        await calls.confirm(email, (await calls.mailed(email, 3)).code)
      }
      for (const one of tokens)
        expect((await expectApiError(clientOf(one).call(getMe))).status).toBe(401)
      for (const one of [password, NEXT])
        expect((await expectApiError(signIn(email, one))).status).toBe(401)
    },
  )
})
