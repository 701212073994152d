import {
  deleteAppProvider,
  deployDatabase,
  listAppProviders,
  listAudit,
  listEnvironments,
} from '@plinth/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { servePublishedMetadata } from '../../accounts/sso/testing/published-metadata.ts'
import { dumpPlatform } from '../../app/testing/dump-platform.ts'
import { expectApiError, newStaff, theAdmin } from '../../app/testing/people.ts'
import {
  CLIENT_SECRET,
  newProviderApp,
  type ProviderApp,
  providerBody,
  saveProvider,
} from './testing/provider-app.ts'

let app: ProviderApp
beforeAll(async () => {
  app = await newProviderApp('sqlite3', 'appSsoSettings')
  await servePublishedMetadata(app.providerPort)
})

const list = () => app.owner.client.call(listAppProviders, { params: app.params })

describe('the providers of an Auth table', () => {
  test('are listed with their callback and without their secret, which is sealed (R17)', async () => {
    const { data } = await saveProvider(app)
    expect(data).toMatchObject({ name: 'corp', callback: app.callbackOf('corp'), revision: 1 })
    const listed = await list()
    expect(listed.data).toEqual([data])
    const audit = await app.owner.client.call(listAudit, {
      params: app.params,
      query: { area: 'app-provider' },
    })
    expect(audit.entries[0]?.after).toMatchObject({ clientSecret: '(changed)', label: 'Corp' })
    expect(JSON.stringify([data, listed, audit])).not.toContain(CLIENT_SECRET)
    expect(await dumpPlatform()).not.toContain(CLIENT_SECRET)
  })

  test('reuse the stored secret for the same client only', async () => {
    const clientSecret = undefined
    expect((await saveProvider(app, { clientSecret, label: 'Corp 2' })).data.label).toBe('Corp 2')
    const other = await expectApiError(saveProvider(app, { clientSecret, clientId: 'another' }))
    expect(other.message).toContain('clientSecret')
    await saveProvider(app)
  })

  test('do not send the stored secret to another token address (R18)', async () => {
    const base = `http://127.0.0.1:${app.providerPort}`
    const endpoints = {
      authorization: `${base}/auth`,
      token: `${base}/token`,
      userInfo: `${base}/me`,
      claims: { subject: 'id', email: 'email' },
    }
    const changes = { name: 'plain', scope: 'profile', endpoints }
    await saveProvider(app, changes)
    await saveProvider(app, { ...changes, clientSecret: undefined })
    const elsewhere = { ...endpoints, token: `${base}/elsewhere` }
    const moved = saveProvider(app, { ...changes, endpoints: elsewhere, clientSecret: undefined })
    expect((await expectApiError(moved)).message).toContain('clientSecret')
    const body = { environmentId: app.environmentId, tableId: 'people', name: 'plain' }
    await app.owner.client.call(deleteAppProvider, { params: app.params, body })
  })

  test.each([
    ['an issuer that is no provider', { issuer: 'http://127.0.0.1:9' }, /cannot be used/],
    ['a private address (R24)', { issuer: 'https://10.0.0.1' }, /cannot be used/],
    ['an address of metadata', { issuer: 'https://169.254.169.254' }, /cannot be used/],
    ['plain http', { issuer: 'http://example.com' }, /https/],
    ['a name with a slash', { name: 'a/b' }, /short name/],
    ['a table that is no Auth table', { tableId: 'notes' }, /no such Auth table/],
  ])('refuse %s', async (_name, changes, message) => {
    const error = await expectApiError(saveProvider(app, changes))
    expect(error.status).toBe(422)
    expect(error.message).toMatch(message)
  })

  test('are changed in production by admins only, and are not deployed', async () => {
    const admin = await theAdmin()
    const { params } = app
    await admin.client.call(deployDatabase, { params })
    const { environments } = await app.owner.client.call(listEnvironments, { params })
    const environmentId = environments.find(({ name }) => name === 'production')?.id ?? ''
    expect((await list()).data.map(({ environment }) => environment)).toEqual(['dev'])
    expect((await expectApiError(saveProvider(app, { environmentId }))).status).toBe(403)
    await saveProvider(app, { environmentId }, admin)
    const body = { environmentId, tableId: 'people', name: 'corp' }
    const remove = (who: typeof admin) => who.client.call(deleteAppProvider, { params, body })
    expect((await expectApiError(remove(app.owner))).status).toBe(403)
    await remove(admin)
    expect((await expectApiError(remove(admin))).status).toBe(404)
  })

  test('are of their own project only (R1)', async () => {
    const stranger = await newStaff()
    expect((await expectApiError(saveProvider(app, {}, stranger))).status).toBe(404)
    const { environmentId } = await newProviderApp('sqlite3', 'appSsoSettings')
    expect((await expectApiError(saveProvider(app, { environmentId }))).status).toBe(422)
    expect(providerBody(app)).toMatchObject({ environmentId: app.environmentId })
  })
})
