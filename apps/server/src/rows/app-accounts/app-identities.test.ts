import {
  deleteAppProvider,
  type EnvironmentName,
  eraseAppUser,
  exportAppUser,
  getAppAccount,
  getMe,
  listAudit,
  removeAppIdentity,
} from '@plinth/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestProvider } from '../../accounts/sso/testing/provider.ts'
import { signUp } from '../../app/testing/app-tables.ts'
import {
  clientOf,
  expectApiError,
  join,
  newStaff,
  type Person,
  withPlatform,
} from '../../app/testing/people.ts'
import { newId } from '../../foundation/platform/new-id.ts'
import {
  newProviderApp,
  type ProviderApp,
  providerCalls,
  saveProvider,
  startAppProvider,
} from '../app-providers/testing/provider-app.ts'
import { saveSignIn } from '../app-sign-in/testing/code-app.ts'

const DATABASES = ['sqlite3', 'postgres'] as const
const apps = new Map<string, ProviderApp>()
let provider: TestProvider

beforeAll(async () => {
  for (const database of DATABASES)
    apps.set(database, await newProviderApp(database, 'appSsoStaff'))
  provider = await startAppProvider([...apps.values()])
}, 120_000)
afterAll(() => provider.stop())

interface Asked {
  who?: Person
  environment?: EnvironmentName
  issuer?: string
}

describe.each(DATABASES)('staff see and remove identities on %s', (database) => {
  let app: ProviderApp
  let calls: ReturnType<typeof providerCalls>
  let issuer: string
  beforeAll(async () => {
    app = apps.get(database) as ProviderApp
    await saveProvider(app)
    calls = providerCalls(app, () => provider)
    issuer = `http://127.0.0.1:${app.providerPort}`
  })
  const place = { environment: 'dev', tableId: 'people' } as const
  const paramsOf = (userId: string) => ({ projectId: app.projectId, userId })
  const see = async (userId: string) =>
    (await app.owner.client.call(getAppAccount, { params: paramsOf(userId), query: place })).account
  const remove = (userId: string, { who = app.owner, ...more }: Asked = {}) =>
    who.client.call(removeAppIdentity, {
      params: paramsOf(userId),
      body: { ...place, issuer, ...more },
    })
  const allowCodes = (byCode: boolean) =>
    saveSignIn(app.owner, app.projectId, {
      table: 'people',
      redirects: ['http://app.test/'],
      passkeyHost: null,
      byCode,
    })
  async function newLinked() {
    await allowCodes(false)
    const { login, email } = await calls.newPerson()
    const { user, token } = await calls.enter(login)
    return { login, email, token, id: String(user.id) }
  }

  test('shows the label of the provider, its address and both times', async () => {
    const { id, email } = await newLinked()
    const { identities } = await see(id)
    expect(identities).toEqual([
      {
        ...{ issuer, label: 'Corp', email },
        ...{ linkedOn: expect.any(String), usedOn: expect.any(String) },
      },
    ])
    const { user } = await signUp(app.projectId)
    expect((await see(user.id)).identities).toEqual([])
  })

  test('the last way to sign in stays, in the words of the own unlink', async () => {
    const { id, token } = await newLinked()
    const error = await expectApiError(remove(id))
    expect(error.status).toBe(422)
    expect(error.message).toContain('because nothing else is left to sign in with')
    expect((await clientOf(token).call(getMe)).user.id).toBe(id)
    expect((await see(id)).identities).toHaveLength(1)
  })

  test('removes one beside mailed codes, ends all sessions and audits who and which', async () => {
    const { id, token } = await newLinked()
    await allowCodes(true)
    const { account } = await remove(id)
    expect(account).toMatchObject({ identities: [], sessions: [] })
    expect((await expectApiError(clientOf(token).call(getMe))).status).toBe(401)
    const { entries } = await app.owner.client.call(listAudit, {
      params: app.params,
      query: { area: 'app-user' },
    })
    expect(entries[0]).toMatchObject({
      ...{ action: 'unlinked an identity', entity_id: id, environment: 'dev' },
      person: { id: app.owner.id },
      before: { issuer, provider: 'Corp' },
      after: { sessions: 1 },
    })
    expect((await expectApiError(remove(id))).status).toBe(404)
  })

  test('removes one beside a passkey, if it works at the host of the table', async () => {
    const { id } = await newLinked()
    await saveSignIn(app.owner, app.projectId, {
      ...{ table: 'people', byCode: false },
      ...{ redirects: ['http://app.test/', 'https://app.test/'], passkeyHost: 'app.test' },
    })
    const passkeyId = newId('psk')
    const setHost = (host: string) =>
      withPlatform((on) =>
        on.query(
          `insert into app_passkey (id, environment_id, table_id, user_id, host, name, credential_id, public_key,
             counter, transports)
           values ($1, $2, 'people', $3, $4, 'Phone', $5, '', 0, '{}')
           on conflict (id) do update set host = excluded.host`,
          [passkeyId, app.environmentId, id, host, Buffer.from(id)],
        ),
      )
    await setHost('former.test')
    expect((await expectApiError(remove(id))).status).toBe(422)
    await setHost('app.test')
    expect((await remove(id)).account).toMatchObject({
      identities: [],
      passkeys: [{ name: 'Phone' }],
    })
  })

  test('an identity of a removed provider can always go', async () => {
    const { id } = await newLinked()
    const body = { environmentId: app.environmentId, tableId: 'people', name: 'corp' }
    await app.owner.client.call(deleteAppProvider, { params: app.params, body })
    expect((await see(id)).identities).toMatchObject([{ issuer, label: null }])
    expect((await remove(id)).account.identities).toEqual([])
    await saveProvider(app)
  })

  test('the developer may in dev, only an admin in production; a stranger gets 404', async () => {
    const { id } = await newLinked()
    await allowCodes(true)
    const developer = await newStaff()
    await join(developer, { projectId: app.projectId, role: 'developer' })
    const stranger = await newStaff()
    expect((await expectApiError(remove(id, { who: stranger }))).status).toBe(404)
    const inProduction = { environment: 'production' } as const
    expect((await expectApiError(remove(id, inProduction))).status).toBe(403)
    expect((await remove(id, { who: developer })).account.identities).toEqual([])
  })

  test('the export of a person has them, and erasing deletes them', async () => {
    const { id, email } = await newLinked()
    const file = await app.owner.client.download(exportAppUser, {
      params: paramsOf(id),
      query: place,
    })
    const { account } = JSON.parse(await file.text())
    expect(account.identities).toMatchObject([{ issuer, label: 'Corp', email }])
    const body = { ...place, email, deletes: 1 }
    await app.owner.client.call(eraseAppUser, { params: paramsOf(id), body })
    const left = await withPlatform((on) =>
      on.query('select 1 from app_identity where user_id = $1', [id]),
    )
    expect(left.rowCount).toBe(0)
  })
})
