import {
  connectCredential,
  createCredential,
  deleteCredential,
  listCredentials,
  updateCredential,
} from '@plinth/contract'
import { describe, expect, test } from 'vitest'
import { expectApiError, withPlatform } from '../../../app/testing/people.ts'
import { storedConnection as stored, useOauth } from './testing/oauth-place.ts'

const oauth = useOauth('oauthTokens')
const { create, paramsOf, connected, callApi, refusalOf } = oauth

/** Lets a credential be sent to another host, past the endpoint that drops its tokens then. */
const addHost = (id: string) =>
  withPlatform((db) =>
    db.query(
      `update credential set data = jsonb_set(data::jsonb, '{hosts}', '["evil.example"]')::text
       where id = $1`,
      [id],
    ),
  )

describe('tokens', () => {
  test('are dropped when the credential may be sent to another host (R18)', async () => {
    const { id, name, data } = await connected()
    const { client } = oauth.place()
    const body = { name, type: 'oauth2' as const, data: { ...data, hosts: ['evil.example'] } }
    const { credential } = await client.call(updateCredential, {
      params: paramsOf(id),
      body: body as never,
    })
    expect(credential.connection).toMatchObject({ state: 'none', account: null })
    expect(await stored(id)).toMatchObject({ access_token: null, refresh_token: null })
    expect(await refusalOf(id)).toContain('not connected')
  })

  test('are dropped when a host that was removed is added again', async () => {
    const { id, name, data } = await connected({ hosts: ['evil.example'] })
    const { client } = oauth.place()
    const save = (hosts: string[]) =>
      client.call(updateCredential, {
        params: paramsOf(id),
        body: { name, type: 'oauth2', data: { ...data, hosts } as never },
      })
    expect((await save([])).credential.connection?.state).toBe('connected')
    expect((await save(['evil.example'])).credential.connection?.state).toBe('none')
    expect(await stored(id)).toMatchObject({ access_token: null, refresh_token: null })
  })

  test('that were dropped leave a number that no refresh in flight has', async () => {
    const { id, name, data } = await connected()
    const { generation } = await stored(id)
    const body = { name, type: 'oauth2' as const, data: { ...data, accessToken: 'typed-token' } }
    const { credential } = await oauth.place().client.call(updateCredential, {
      params: paramsOf(id),
      body: body as never,
    })
    expect((await stored(id)).generation).toBeGreaterThan(generation)
    expect(credential.connection).toBeUndefined()
    await oauth.service().forget()
    expect(await refusalOf(id)).toContain('401')
    expect(await oauth.service().calls()).toEqual([])
  })

  test('that a deploy leaves beside other hosts are not used', async () => {
    const { id } = await connected()
    await addHost(id)
    expect(await refusalOf(id)).toContain('not connected')
    const { client, projectId } = oauth.place()
    const { credentials } = await client.call(listCredentials, { params: { projectId } })
    expect(credentials.find((one) => one.id === id)?.connection).toMatchObject({
      state: 'reconnect',
      reason: expect.stringContaining('changed'),
    })
  })

  test('stay when only the name changes', async () => {
    const { id, data } = await connected()
    await oauth.place().client.call(updateCredential, {
      params: paramsOf(id),
      body: { name: `Renamed ${id}`, type: 'oauth2', data: data as never },
    })
    expect((await callApi(id)).result.call).toMatchObject({ status: 200 })
  })

  test('are not decrypted in the row of another credential (R19)', async () => {
    const [one, two] = [await connected(), await connected()]
    await withPlatform((db) =>
      db.query(
        `update credential_connection set access_token = (select access_token
           from credential_connection where credential_id = $1) where credential_id = $2`,
        [one.id, two.id],
      ),
    )
    expect(await refusalOf(two.id)).toContain('fault in the server')
  })
})

describe('the client alone', () => {
  const alone = (more: object = {}) =>
    create({ authorizationUrl: '', scope: '', revocationUrl: '', ...more })

  test('gets a token when it is first used, and uses it again', async () => {
    const { id, connection } = await alone()
    expect(connection).toMatchObject({ grant: 'client_credentials', state: 'none' })
    for (let count = 0; count < 2; count += 1) {
      expect((await callApi(id)).result.call).toMatchObject({ body: { owner: 'client' } })
    }
    expect(await oauth.service().calls()).toMatchObject([{ grant: 'client_credentials' }])
  })

  test('signs in at once when it is connected', async () => {
    const { id } = await alone()
    const { client, projectId } = oauth.place()
    const answer = await client.call(connectCredential, { params: paramsOf(id) })
    expect(answer).toEqual({ url: null, handle: null })
    const { credentials } = await client.call(listCredentials, { params: { projectId } })
    expect(credentials.find((one) => one.id === id)?.connection?.state).toBe('connected')
  })

  test('is marked once it was refused, and asks again after it was corrected', async () => {
    const { id, name, data } = await alone({ clientSecret: 'wrong' })
    for (let count = 0; count < 3; count += 1) {
      expect(await refusalOf(id)).toContain('invalid_client')
    }
    expect(await oauth.service().calls()).toHaveLength(1)
    const { client } = oauth.place()
    const { credential } = await client.call(updateCredential, {
      params: paramsOf(id),
      body: {
        name,
        type: 'oauth2',
        data: { ...data, clientSecret: 'a secret of a test' } as never,
      },
    })
    expect(credential.connection).toMatchObject({ state: 'none' })
    expect((await callApi(id)).result.call).toMatchObject({ status: 200 })
  })

  test('sends a token to no host but those of the credential', async () => {
    const { id } = await alone()
    await callApi(id)
    const error = await expectApiError(oauth.callUrl(id, 'https://example.com/'))
    expect(error.message).toContain('may not be sent to example.com')
    const plain = await expectApiError(oauth.callUrl(id, 'http://127.0.0.1:1/'))
    expect(plain.message).toContain('only over https')
  })
})

describe('deleting a credential', () => {
  const drop = (id: string) => oauth.place().client.call(deleteCredential, { params: paramsOf(id) })
  const revocations = async () =>
    (await oauth.service().calls()).filter(({ path }) => path === '/token/revocation')

  test('revokes its refresh token at the service (RFC 7009)', async () => {
    const { id } = await connected()
    await drop(id)
    await expect
      .poll(revocations)
      .toMatchObject([
        { authorization: true, body: expect.stringContaining('token_type_hint=refresh_token') },
      ])
    expect(await stored(id)).toBeUndefined()
  })

  test('does not wait for a service that is away', async () => {
    const { id } = await connected()
    await oauth.service().set({ isDown: true })
    await drop(id)
    expect(await stored(id)).toBeUndefined()
    await expect.poll(revocations).toHaveLength(1)
  })

  test('sends no token to addresses that were entered after it was issued (R18)', async () => {
    const { id } = await connected()
    await oauth.service().forget()
    await addHost(id)
    await drop(id)
    expect(await oauth.service().calls()).toEqual([])
  })

  test('that is not connected calls nobody', async () => {
    const { id } = await create()
    await drop(id)
    expect(await oauth.service().calls()).toEqual([])
  })
})

describe('the settings', () => {
  test.each([
    ['no token endpoint', { tokenUrl: '' }, 'data.tokenUrl'],
    [
      'an address without encryption',
      { tokenUrl: 'http://service.example/token' },
      'data.tokenUrl',
    ],
    ['a private address', { authorizationUrl: 'http://127.0.0.1:1/auth' }, 'data.authorizationUrl'],
    [
      'a script as an address',
      { authorizationUrl: 'javascript:alert(1)' },
      'data.authorizationUrl',
    ],
    ['a password in the address', { tokenUrl: 'https://a:b@service.example' }, 'data.tokenUrl'],
    [
      'a redirect of its own (RFC 9700 §4.1)',
      { authorizationUrl: 'https://service.example/auth?redirect_uri=https://evil.example' },
      'data.authorizationUrl',
    ],
    [
      'no PKCE (RFC 9700 §2.1.1: downgrade)',
      { authorizationUrl: 'https://service.example/auth?code_challenge_method=plain' },
      'data.authorizationUrl',
    ],
    ['no client id', { clientId: ' ' }, 'data.clientId'],
    [
      'another client authentication',
      { clientAuthentication: 'none' },
      'data.clientAuthentication',
    ],
  ])('with %s are refused', async (_name, more, path) => {
    const { id } = await create(more)
    const call = oauth.place().client.call(connectCredential, { params: paramsOf(id) })
    expect(await expectApiError(call)).toMatchObject({ status: 422, details: [{ path }] })
  })

  test('of another type are refused', async () => {
    const { client, projectId } = oauth.place()
    const { credential } = await client.call(createCredential, {
      params: { projectId },
      body: { name: 'Custom', type: 'custom', data: {} },
    })
    const call = client.call(connectCredential, { params: paramsOf(credential.id) })
    expect(await expectApiError(call)).toMatchObject({ status: 409 })
  })
})
