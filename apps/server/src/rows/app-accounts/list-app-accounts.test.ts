import { randomUUID } from 'node:crypto'
import {
  deployDatabase,
  type EnvironmentName,
  listAppAccounts,
  listAudit,
  saveAppAccount,
  saveProductionAccess,
  sendAppReset,
  USERS_PER_PAGE,
} from '@plinth/contract'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { signUp } from '../../app/testing/app-tables.ts'
import { type Mailbox, openMailbox } from '../../app/testing/mailbox.ts'
import { expectApiError, join, newStaff, type Person, theAdmin } from '../../app/testing/people.ts'
import { newCodeApp } from '../app-sign-in/testing/code-app.ts'

let mailbox: Mailbox
beforeAll(async () => {
  mailbox = await openMailbox()
})
afterAll(() => mailbox.close())

describe.each(['sqlite3', 'postgres'] as const)('the list of app users on %s', (database) => {
  let owner: Person
  let developer: Person
  let projectId: string
  beforeAll(async () => {
    ;({ owner, projectId } = await newCodeApp(database))
    developer = await newStaff()
    await join(developer, { projectId, role: 'developer' })
  })

  interface Asked {
    who?: Person
    environment?: EnvironmentName
    tableId?: string
    search?: string
    cursor?: string
  }
  const list = ({ who = owner, environment = 'dev', tableId = 'people', ...more }: Asked = {}) =>
    who.client.call(listAppAccounts, {
      params: { projectId },
      query: { environment, tableId, search: '', cursor: '', ...more },
    })
  const place = { environment: 'dev', tableId: 'people' } as const

  test('finds users by address, display field and id, without hidden and hashed fields', async () => {
    const nick = `N "${randomUUID().slice(0, 8)}`
    const { user, email, password } = await signUp(projectId, { nick })
    await signUp(projectId, { nick: 'Bob' })
    for (const search of [email.slice(0, 20), email.toUpperCase(), nick, user.id, ` ${email} `]) {
      const { data } = await list({ search })
      expect(data.map(({ id }) => id)).toEqual([user.id])
    }
    const { data, nextCursor } = await list({ search: email })
    expect(nextCursor).toBeNull()
    expect(data[0]).toMatchObject({ email, name: nick, verified: false, openSessions: 1 })
    expect(data[0]?.lastSeenOn).not.toBeNull()
    expect(Object.keys(data[0] ?? {})).not.toContain('score')
    expect(JSON.stringify(data)).not.toContain(password)
    expect(JSON.stringify(data)).not.toContain('argon2')
    await owner.client.call(saveAppAccount, {
      params: { projectId, userId: user.id },
      body: { ...place, isDisabled: true },
    })
    const [disabled] = (await list({ search: email })).data
    expect(disabled).toMatchObject({ openSessions: 0, lastSeenOn: null })
    expect(disabled?.disabledOn).not.toBeNull()
    for (const search of ['" || true || "', 'score = 7']) {
      expect((await list({ search })).data).toEqual([])
    }
  })

  test('pages through all users, the newest first', async () => {
    const rows = Array.from({ length: USERS_PER_PAGE + 3 }, (_, at) => ({
      email: `page${at}-${randomUUID()}@example.com`,
      password: 'a password of a user',
    }))
    const answer = await fetch(
      `${inject('server').address}/api/data/members/import?$projectId=${projectId}`,
      {
        method: 'POST',
        headers: {
          authorization: `Bearer ${owner.token}`,
          'content-type': 'application/x-ndjson',
        },
        body: rows.map((row) => JSON.stringify(row)).join('\n'),
      },
    )
    expect(answer.status).toBe(200)
    const seen: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const page = await list({ tableId: 'members', cursor })
      seen.push(...page.data.map(({ id }) => id))
      cursor = page.nextCursor
    }
    expect(new Set(seen).size).toBe(rows.length)
    const wrong = list({ tableId: 'members', cursor: 'x' })
    expect((await expectApiError(wrong)).status).toBe(400)
  })

  test('mails a link for a new password, and audits it', async () => {
    const { user, email } = await signUp(projectId)
    await mailbox.wait(email)
    const params = { projectId, userId: user.id }
    await developer.client.call(sendAppReset, { params, body: place })
    expect((await mailbox.wait(email, 2)).text).toMatch(/new password/)
    const query = { area: 'app-user' }
    const { entries } = await owner.client.call(listAudit, { params: { projectId }, query })
    expect(entries[0]).toMatchObject({ action: 'sent password reset', entity_id: user.id })
    const other = { projectId, userId: randomUUID() }
    const unknown = developer.client.call(sendAppReset, { params: other, body: place })
    expect((await expectApiError(unknown)).status).toBe(404)
  })

  test('refuses strangers, other tables, and production without the permission', async () => {
    const who = await newStaff()
    expect((await expectApiError(list({ who }))).status).toBe(404)
    for (const tableId of ['notes', 'nobody']) {
      expect((await expectApiError(list({ tableId }))).status).toBe(404)
    }
    const admin = await theAdmin()
    await admin.client.call(deployDatabase, { params: { projectId } })
    const production = { environment: 'production' } as const
    const asDeveloper = { ...production, who: developer }
    expect((await expectApiError(list(asDeveloper))).status).toBe(403)
    expect((await list(production)).data).toEqual([])
    await owner.client.call(saveProductionAccess, {
      params: { projectId },
      body: { developersCanRead: true },
    })
    expect((await list(asDeveloper)).data).toEqual([])
    const [user] = (await list()).data
    const params = { projectId, userId: user?.id ?? '' }
    const body = { ...place, ...production }
    for (const one of [developer, owner]) {
      const refused = await expectApiError(one.client.call(sendAppReset, { params, body }))
      expect(refused.status).toBe(403)
    }
    // The same id in production is another user.
    const absent = admin.client.call(sendAppReset, { params, body })
    expect((await expectApiError(absent)).status).toBe(404)
  })
})
