import { randomUUID } from 'node:crypto'
import {
  deployDatabase,
  type EnvironmentName,
  endAppSessions,
  getAppAccount,
  getMe,
  listAudit,
  refreshUser,
  saveAppAccount,
  signInUser,
  signUpUser,
} from '@plinth/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RunningServer } from '../../app/startup/start-server.ts'
import { signUp } from '../../app/testing/app-tables.ts'
import { type Mailbox, openMailbox } from '../../app/testing/mailbox.ts'
import {
  clientOf,
  expectApiError,
  guest,
  join,
  newStaff,
  type Person,
  theAdmin,
  withPlatform,
} from '../../app/testing/people.ts'
import { startBeside } from '../../app/testing/start-beside.ts'
import { codeCalls, newCodeApp } from '../app-sign-in/testing/code-app.ts'

interface Asked {
  who?: Person
  environment?: EnvironmentName
  tableId?: string
}

let mailbox: Mailbox
let beside: RunningServer
beforeAll(async () => {
  mailbox = await openMailbox()
  beside = await startBeside()
})
afterAll(async () => {
  await beside.stop()
  await mailbox.close()
})

describe.each(['sqlite3', 'postgres'] as const)('accounts of app users on %s', (database) => {
  let owner: Person
  let projectId: string
  let calls: ReturnType<typeof codeCalls>
  beforeAll(async () => {
    ;({ owner, projectId } = await newCodeApp(database))
    calls = codeCalls(projectId, mailbox)
  })

  const place = { environment: 'dev', tableId: 'people' } as const
  const see = (userId: string, { who = owner, ...more }: Asked = {}) =>
    who.client.call(getAppAccount, { params: { projectId, userId }, query: { ...place, ...more } })
  const save = (userId: string, isDisabled: boolean, { who = owner, ...more }: Asked = {}) =>
    who.client.call(saveAppAccount, {
      params: { projectId, userId },
      body: { ...place, isDisabled, ...more },
    })
  const signOut = (userId: string, { who = owner, ...more }: Asked = {}) =>
    who.client.call(endAppSessions, {
      params: { projectId, userId },
      body: { ...place, ...more },
    })
  const at = () => ({ params: { table: 'people' }, query: { $projectId: projectId } })
  const signIn = ({ email, password }: { email: string; password: string }) =>
    guest().call(signInUser, { ...at(), body: { email, password } })

  test('shows the open sessions, the last used first', async () => {
    const user = await signUp(projectId)
    const second = await signIn(user)
    const { account } = await see(user.user.id)
    expect(account).toMatchObject({ email: user.email, verified: false, disabledOn: null })
    expect(account.sessions).toHaveLength(2)
    expect(account.lastSeenOn).toBe(account.sessions[0]?.lastUsedOn)
    expect(JSON.stringify(account)).not.toContain(second.token.slice(4, 20))
    await withPlatform((on) =>
      on.query(
        `update app_session set last_used_at = now() - interval '13 hours' where user_id = $1`,
        [user.user.id],
      ),
    )
    expect((await see(user.user.id)).account).toMatchObject({ sessions: [], lastSeenOn: null })
  })

  test('signs a user out everywhere, in every process, and audits it', async () => {
    const user = await signUp(projectId)
    const { token } = await signIn(user)
    // Processes share the files of SQLite only on one host.
    const addresses = database === 'postgres' ? [undefined, beside.address] : [undefined]
    for (const address of addresses) {
      expect((await clientOf(token, address).call(getMe)).user.id).toBe(user.user.id)
    }
    const { account } = await signOut(user.user.id)
    expect(account.sessions).toEqual([])
    expect((await expectApiError(clientOf(token).call(getMe))).status).toBe(401)
    expect((await expectApiError(clientOf(user.token).call(refreshUser, at()))).status).toBe(401)
    const there = clientOf(token, addresses.at(-1))
    await expect.poll(() => there.call(getMe).catch(({ status }) => status)).toBe(401)
    // They may come back.
    expect((await signIn(user)).user.id).toBe(user.user.id)
    const query = { area: 'app-user' }
    const audit = await owner.client.call(listAudit, { params: { projectId }, query })
    expect(audit.entries[0]).toMatchObject({
      action: 'signed out',
      after: { tableId: 'people', sessions: 2 },
    })
  })

  test('a disabled user has no session and cannot open one, until enabled again', async () => {
    const user = await signUp(projectId)
    await mailbox.wait(user.email)
    await calls.ask(user.email)
    const { code, token } = await calls.mailed(user.email, 2)
    const { account } = await save(user.user.id, true)
    expect(account.disabledOn).not.toBeNull()
    expect(account.sessions).toEqual([])
    expect((await expectApiError(clientOf(user.token).call(getMe))).status).toBe(401)
    expect((await expectApiError(signIn(user))).message).toMatch(/account is disabled/)
    // Who does not know the password learns nothing.
    const wrong = signIn({ ...user, password: 'another password' })
    expect((await expectApiError(wrong)).status).toBe(401)
    expect((await expectApiError(calls.confirm(user.email, code))).status).toBe(401)
    expect((await expectApiError(calls.confirmLink(token))).code).toBe('invalid')
    await calls.ask(user.email)
    const other = await signUp(projectId)
    await mailbox.wait(other.email)
    expect(mailbox.sentTo(user.email)).toHaveLength(2)

    const again = await save(user.user.id, true)
    expect(again.account.disabledOn).toBe(account.disabledOn)
    expect((await save(user.user.id, false)).account.disabledOn).toBeNull()
    expect((await signIn(user)).user.id).toBe(user.user.id)
    const query = { area: 'app-user' }
    const audit = await owner.client.call(listAudit, { params: { projectId }, query })
    expect(audit.entries.slice(0, 3).map(({ action }) => action)).toEqual([
      'enabled',
      'disabled',
      'disabled',
    ])
  })

  test('a session that a sign-in opens while its user is disabled is not accepted', async () => {
    const user = await signUp(projectId)
    await withPlatform((on) =>
      on.query(
        `insert into disabled_app_user (environment_id, table_id, user_id)
         select environment_id, table_id, user_id from app_session where user_id = $1`,
        [user.user.id],
      ),
    )
    // Not cached by this process yet.
    const there = clientOf(user.token, beside.address)
    expect((await expectApiError(there.call(getMe))).status).toBe(401)
    const refresh = clientOf(user.token, beside.address).call(refreshUser, at())
    expect((await expectApiError(refresh)).status).toBe(401)
  })

  test('a code that was mailed before does not open a disabled account', async () => {
    const user = await signUp(projectId)
    await mailbox.wait(user.email)
    await calls.ask(user.email)
    const { code } = await calls.mailed(user.email, 2)
    await withPlatform((on) =>
      on.query(
        `insert into disabled_app_user (environment_id, table_id, user_id)
         select environment_id, table_id, user_id from app_session where user_id = $1`,
        [user.user.id],
      ),
    )
    const refused = await expectApiError(calls.confirm(user.email, code))
    expect(refused).toMatchObject({ status: 403, code: 'forbidden' })
  })

  test('refuses unknown users, other tables and strangers', async () => {
    const { user } = await signUp(projectId)
    for (const [id, more] of [
      [randomUUID(), {}],
      [user.id, { tableId: 'members' }],
      [user.id, { tableId: 'notes' }],
      [user.id, { tableId: 'nobody' }],
    ] as const) {
      expect((await expectApiError(see(id, more))).status).toBe(404)
      expect((await expectApiError(save(id, true, more))).status).toBe(404)
      expect((await expectApiError(signOut(id, more))).status).toBe(404)
    }
    const who = await newStaff()
    expect((await expectApiError(see(user.id, { who }))).status).toBe(404)
    expect((await expectApiError(save(user.id, true, { who }))).status).toBe(404)
    expect((await expectApiError(signOut(user.id, { who }))).status).toBe(404)
    expect((await see(user.id)).account).toMatchObject({ disabledOn: null })
  })

  test('in production developers see nobody, and only an admin changes accounts', async () => {
    const admin = await theAdmin()
    await admin.client.call(deployDatabase, { params: { projectId } })
    const production = { environment: 'production' } as const
    const { user } = await guest().call(signUpUser, {
      params: { table: 'people' },
      query: { $projectId: projectId, $environment: 'production' },
      body: { email: `${randomUUID()}@example.com`, password: 'a password of a user' },
    })
    const developer = await newStaff()
    await join(developer, { projectId, role: 'developer' })
    const asDeveloper = { ...production, who: developer }
    expect((await expectApiError(see(user.id, asDeveloper))).status).toBe(403)
    expect((await expectApiError(save(user.id, true, asDeveloper))).status).toBe(403)
    expect((await expectApiError(signOut(user.id, asDeveloper))).status).toBe(403)
    expect((await expectApiError(save(user.id, true, production))).status).toBe(403)
    const { account } = await save(user.id, true, { ...production, who: admin })
    expect(account.disabledOn).not.toBeNull()
    // The same id in dev is another user.
    expect((await expectApiError(see(user.id))).status).toBe(404)
  })
})
