import { getMe } from '@plinth/contract'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { TestProvider } from '../../accounts/sso/testing/provider.ts'
import { clientOf, expectApiError } from '../../app/testing/people.ts'
import { forgetAppUsers } from '../../foundation/callers/app-session-store.ts'
import { openDatabase } from '../../foundation/platform/database.ts'
import type { Sql } from '../../foundation/platform/sql.ts'
import {
  newProviderApp,
  type ProviderApp,
  providerCalls,
  saveProvider,
  startAppProvider,
} from './testing/provider-app.ts'

const DATABASES = ['sqlite3', 'postgres'] as const
const apps = new Map<string, ProviderApp>()
const db = openDatabase({
  url: inject('server').databaseUrl,
  maxConnections: 1,
  onError: () => undefined,
})
let provider: TestProvider

beforeAll(async () => {
  for (const database of DATABASES) apps.set(database, await newProviderApp(database, 'appSsoRace'))
  provider = await startAppProvider([...apps.values()])
  for (const app of apps.values()) await saveProvider(app)
}, 120_000)
afterAll(async () => {
  await db.close()
  await provider.stop()
})

describe.each(DATABASES)('a user of %s whose links end', (database) => {
  test('keeps no session that opens with a link meanwhile', async () => {
    const app = apps.get(database) as ProviderApp
    const calls = providerCalls(app, () => provider)
    const { login } = await calls.newPerson()
    const { user } = await calls.enter(login)
    const users = { environmentId: app.environmentId, tableId: 'people', userIds: [user.id] }
    let meanwhile = ''
    await db.transaction(async (transaction) => {
      const query = async <R extends Record<string, unknown>>(statement: Sql) => {
        const isUnlinking = statement.text.includes('delete from app_identity')
        if (isUnlinking) meanwhile = (await calls.enter(login)).token
        return transaction.query<R>(statement)
      }
      await forgetAppUsers({ ...transaction, query }, users)
    })
    expect(meanwhile).not.toBe('')
    expect((await expectApiError(clientOf(meanwhile).call(getMe))).status).toBe(401)
  })
})
