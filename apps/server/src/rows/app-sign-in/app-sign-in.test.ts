import { randomUUID } from 'node:crypto'
import {
  deployDatabase,
  listAppSignIn,
  listAudit,
  listEnvironments,
  refreshUser,
  saveAppSignIn,
} from '@plinth/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { appConfiguration, newApp, signUp } from '../../app/testing/app-tables.ts'
import { openMailbox } from '../../app/testing/mailbox.ts'
import {
  clientOf,
  expectApiError,
  newStaff,
  theAdmin,
  withPlatform,
} from '../../app/testing/people.ts'
import { codeCalls, newCodeApp } from './testing/code-app.ts'

async function newFixture() {
  const owner = await newStaff()
  const projectId = await newApp(owner, appConfiguration('sqlite3'))
  const params = { projectId }
  const { environments } = await owner.client.call(listEnvironments, { params })
  const [dev = '', production = ''] = environments.map(({ id }) => id)
  const body = {
    environmentId: dev,
    tableId: 'people',
    byCode: true,
    createsAccounts: false,
    redirects: ['https://app.example.com/'],
    mailSubject: 'Hello',
    mailText: '{code} {link}',
    verifySubject: '{app} for {email}',
    verifyText: 'Welcome to {app}: {link}',
    resetSubject: 'New password for {app}',
    resetText: 'Type {code}, {{email}} { code } {}',
    sessionDays: 14,
  }
  const save = (
    changes: object = {},
    { who = owner, ifMatch = undefined as number | undefined } = {},
  ) =>
    who.client.call(saveAppSignIn, {
      params,
      body: { ...body, ...changes },
      ...(ifMatch !== undefined && { ifMatch }),
    })
  return { owner, projectId, params, dev, production, body, save }
}

describe('how users of an Auth table sign in', () => {
  let fixture: Awaited<ReturnType<typeof newFixture>>
  beforeAll(async () => {
    fixture = await newFixture()
  })

  test('lists every Auth table, off by default, and audits a change', async () => {
    const { owner, params, save, body } = fixture
    const { data } = await owner.client.call(listAppSignIn, { params })
    expect(data.map(({ environment, table }) => `${environment} ${table}`).sort()).toEqual([
      'dev closed',
      'dev members',
      'dev people',
    ])
    for (const one of data) {
      expect(one).toMatchObject({ byCode: false, createsAccounts: false, redirects: [] })
      expect(one).toMatchObject({ sessionDays: 30, revision: 0 })
    }
    const saved = await save()
    expect(saved.data).toMatchObject({ ...body, table: 'people', revision: 1 })
    const again = await owner.client.call(listAppSignIn, { params })
    expect(again.data).toContainEqual(saved.data)
    const audit = await owner.client.call(listAudit, { params, query: { area: 'app-sign-in' } })
    expect(audit.entries).toHaveLength(1)
    expect(audit.entries[0]?.before).toMatchObject({ table: 'people', byCode: false })
    expect(audit.entries[0]?.after).toMatchObject({ table: 'people', byCode: true })
  })

  test('rejects a stale revision with 409 and both sides', async () => {
    const { save } = await newFixture()
    await save({}, { ifMatch: 0 })
    const error = await expectApiError(save({ sessionDays: 7 }, { ifMatch: 0 }))
    expect(error).toMatchObject({ status: 409, code: 'stale' })
    expect(error.details).toMatchObject({ revision: 1, theirs: { sessionDays: 14 } })
  })

  test.each([
    ['a text without the code', { mailText: 'Open {link}' }, /needs \{code\}/],
    ['a text without the link', { mailText: 'Your code: {code}' }, /needs \{link\}/],
    ['a text that is too long', { mailText: `{code}{link}${'a'.repeat(5000)}` }, /at most 5000/],
    ['no subject', { mailSubject: ' ' }, /is required/],
    ['a subject of two lines', { mailSubject: 'a\r\nBcc: b@example.com' }, /one line/],
    ['a subject that is too long', { mailSubject: 'a'.repeat(201) }, /at most 200/],
    [
      'a text with another name',
      { mailText: '{code} {link} {name}' },
      /has \{name\}, .* Use \{code\}/,
    ],
    ['another spelling of a name', { mailText: '{Code} {link}' }, /needs \{code\}/],
    ['a subject with another name', { mailSubject: 'For {user.name}' }, /has \{user\.name\}/],
    ['a verification without link and code', { verifyText: '{app}' }, /needs \{code\} or \{link\}/],
    ['a verification without words', { verifyText: ' ' }, /needs \{code\} or \{link\}/],
    [
      'a link in the subject of a verification',
      { verifySubject: '{link}' },
      /has \{link\}.* Use \{app\}/,
    ],
    [
      'two lines in the subject of a verification',
      { verifySubject: 'a\nBcc: b@a.example' },
      /one line/,
    ],
    ['a reset without link and code', { resetText: '{email}' }, /needs \{code\} or \{link\}/],
    ['a reset with another name', { resetText: '{link} {token}' }, /has \{token\}/],
    ['a code in the subject of a reset', { resetSubject: '{code}' }, /has \{code\}/],
    ['a reset without a subject', { resetSubject: '' }, /is required/],
    ['a subject of a reset that is too long', { resetSubject: 'a'.repeat(201) }, /at most 200/],
    ['a reset that is too long', { resetText: `{link}${'a'.repeat(5000)}` }, /at most 5000/],
    ['no session length', { sessionDays: 0 }, /at least 1/],
    ['a session length of a year', { sessionDays: 365 }, /at most 90/],
    ['half a day', { sessionDays: 0.5 }, /whole number/],
    ['a query', { redirects: ['https://a.example/path?next='] }, /is not a page/],
    ['a wildcard', { redirects: ['https://*.a.example'] }, /is not a page/],
    ['a script', { redirects: ['javascript://a'] }, /is not a page/],
    ['another spelling', { redirects: ['http://127.1'] }, /Write http:\/\/127\.0\.0\.1\/ instead/],
    [
      'too many origins',
      { redirects: Array.from({ length: 21 }, (_, index) => `https://a${index}.example`) },
      /at most 20/,
    ],
    ['a table that is no Auth table', { tableId: 'notes' }, /no such Auth table/],
    ['a table that does not exist', { tableId: 'nobody' }, /no such Auth table/],
  ])('refuses %s', async (_name, changes, message) => {
    const error = await expectApiError(fixture.save(changes))
    expect(error.status).toBe(422)
    expect(error.message).toMatch(message)
  })

  test('only an admin changes production, which needs https and its own settings', async () => {
    const { projectId, production, save, owner, params } = await newFixture()
    await save()
    const admin = await theAdmin()
    await admin.client.call(deployDatabase, { params: { projectId } })
    const { data } = await owner.client.call(listAppSignIn, { params })
    const there = data.find((one) => one.environmentId === production && one.table === 'people')
    expect(there).toMatchObject({ byCode: false, revision: 0 })
    const environmentId = production
    expect((await expectApiError(save({ environmentId }))).status).toBe(403)
    for (const page of ['http://a.example/', 'myapp://auth/']) {
      const refused = save({ environmentId, redirects: [page] }, { who: admin })
      expect((await expectApiError(refused)).message).toMatch(/Use https in production/)
    }
    expect((await save({ environmentId }, { who: admin })).data.environment).toBe('production')
  })

  test('another project’s environment and strangers are refused', async () => {
    const { dev: theirs } = await newFixture()
    const foreign = await expectApiError(fixture.save({ environmentId: theirs }))
    expect(foreign.message).toBe('environmentId: There is no such environment.')
    const who = await newStaff()
    expect((await expectApiError(fixture.save({}, { who }))).status).toBe(404)
  })

  test('a session ends after the days of its table, however often it is refreshed', async () => {
    const { save, projectId } = await newFixture()
    await save({ sessionDays: 2 })
    const { token, expiresOn, user } = await signUp(projectId)
    const days = (at: string) => (Date.parse(at) - Date.now()) / 86_400_000
    expect(days(expiresOn)).toBeGreaterThan(1.9)
    expect(days(expiresOn)).toBeLessThan(2.1)
    await withPlatform((on) =>
      on.query(`update app_session set started_at = now() - interval '1 day' where user_id = $1`, [
        user.id,
      ]),
    )
    const place = { params: { table: 'people' }, query: { $projectId: projectId } }
    const next = await clientOf(token).call(refreshUser, place)
    expect(days(next.expiresOn)).toBeLessThan(1.1)
  })
})

describe('the mail', () => {
  let mailbox: Awaited<ReturnType<typeof openMailbox>>
  beforeAll(async () => {
    mailbox = await openMailbox()
  })
  afterAll(() => mailbox.close())

  test('limits mails per address and network, the same for an unknown address', async () => {
    const { projectId } = await newCodeApp('sqlite3')
    const { ask } = codeCalls(projectId, mailbox)
    const { email } = await signUp(projectId)
    for (const address of [email, `${randomUUID()}@example.com`]) {
      for (let time = 0; time < 5; time += 1) await ask(address)
      expect(await expectApiError(ask(address))).toMatchObject({ code: 'rate_limited' })
    }
  })
})
