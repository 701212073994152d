import { listAudit, registerClient, updateCredential } from '@plinth/contract'
import { describe, expect, test } from 'vitest'
import { dumpPlatform } from '../../../../app/testing/dump-platform.ts'
import { expectApiError, join, newProject, newStaff } from '../../../../app/testing/people.ts'
import { testServer } from '../../../../app/testing/test-server.ts'
import { ageToken as age, storedConnection as stored } from '../testing/oauth-place.ts'
import { useRegistration } from '../testing/registration-place.ts'

const { register, unregistered, registrations, dataOf, ...oauth } = useRegistration('oauthRegister')
const { address, begin, callApi, finish, paramsOf, place, service } = oauth

describe('registering Plinth at a service', () => {
  test('stores the client, which then connects and refreshes', async () => {
    const { id } = await unregistered()
    const { credential } = await register(id)
    const { data, connection } = credential
    expect(data).toMatchObject({
      tokenUrl: `${address()}/token`,
      authorizationUrl: `${address()}/auth`,
      revocationUrl: `${address()}/token/revocation`,
      clientAuthentication: 'basic',
      clientId: expect.stringMatching(/.{10}/),
      clientSecret: expect.stringMatching(/^fingerprint:/),
      issuer: address(),
    })
    const [asked] = await registrations()
    const redirectUri = `${new URL(testServer().address).origin}${connection?.redirect_path}`
    expect(asked).toMatchObject({
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      redirect_uris: [expect.stringMatching(/\/oauth\/callback\/[\w-]{43}$/)],
      scope: 'openid email offline_access',
    })
    expect(new URL(asked.redirect_uris[0]).pathname).toBe(new URL(redirectUri).pathname)
    await finish(id, await begin(id))
    expect((await callApi(id)).result.call).toMatchObject({ body: { owner: 'ada' } })
    const { generation } = await stored(id)
    await age(id, 'ended')
    expect((await callApi(id)).result.call).toMatchObject({ body: { owner: 'ada' } })
    expect((await stored(id)).generation).toBe(generation + 1)
  })

  test('keeps its secret sealed, keeps no token of the registration, and audits it (R17)', async () => {
    await service().set({ registered: { client_secret: 'a-secret-that-was-registered' } })
    const { id } = await unregistered()
    const answer = await register(id)
    const { client, projectId } = place()
    const audit = await client.call(listAudit, {
      params: { projectId },
      query: { area: 'credential' },
    })
    expect(audit.entries[0]).toMatchObject({ action: 'registered', environment: 'dev' })
    expect(JSON.stringify([answer, audit])).not.toContain('a-secret-that-was-registered')
    const dump = await dumpPlatform()
    expect(dump).not.toContain('a-secret-that-was-registered')
    expect(dump).not.toContain('registration_access_token')
  })

  test.each([
    ['the address of its metadata', '/.well-known/openid-configuration', false],
    ['the address of RFC 8414', '/.well-known/oauth-authorization-server', true],
    ['an issuer without OpenID Connect', '', true],
  ])('is possible with %s', async (_name, path, isPlain) => {
    await service().set({ isPlain })
    const { id } = await unregistered()
    const { credential } = await register(id, `${address()}${path}`)
    expect(credential.data).toMatchObject({ tokenUrl: `${address()}/token` })
  })

  test('follows the sign-in of clients that the service offers and answers', async () => {
    await service().set({ metadata: { token_endpoint_auth_methods_supported: ['none'] } })
    const open = await register((await unregistered()).id)
    expect(open.credential.data).toMatchObject({ clientSecret: '', clientAuthentication: 'basic' })
    const post = ['client_secret_post']
    await service().set({ metadata: { token_endpoint_auth_methods_supported: post } })
    const body = await register((await unregistered()).id)
    expect(body.credential.data).toMatchObject({ clientAuthentication: 'body' })
    await finish(body.credential.id, await begin(body.credential.id))
    expect(await stored(body.credential.id)).toMatchObject({ failure: null })
  })

  test('expects no issuer in answers of services that name none', async () => {
    await service().set({ metadata: { authorization_response_iss_parameter_supported: false } })
    const { credential } = await register((await unregistered()).id)
    expect(credential.data.issuer).toBe('')
  })

  test('has a redirect URI of its own for each client', async () => {
    const paths = []
    for (let count = 0; count < 2; count += 1) {
      const { credential } = await register((await unregistered()).id)
      paths.push(credential.connection?.redirect_path)
    }
    expect(new Set(paths).size).toBe(2)
  })
})

describe('only who may edit a credential', () => {
  test('registers a client, once', async () => {
    const { id } = await unregistered()
    const outsider = await newStaff()
    const body = { issuer: address() }
    const params = paramsOf(id)
    const foreign = await expectApiError(outsider.client.call(registerClient, { params, body }))
    expect(foreign.status).toBe(404)
    const other = { projectId: await newProject(outsider), id }
    const elsewhere = await expectApiError(
      outsider.client.call(registerClient, { params: other, body }),
    )
    expect(elsewhere.status).toBe(404)
    expect(await registrations()).toEqual([])
    const developer = await newStaff()
    await join(developer, { projectId: place().projectId, role: 'developer' })
    await developer.client.call(registerClient, { params, body })
    expect((await expectApiError(register(id))).message).toContain('has a client id')
    expect(await registrations()).toHaveLength(1)
  })

  test('and not while another person changes it', async () => {
    const credential = await unregistered()
    const { id, name, data } = credential
    await service().set({ isSlow: true })
    const registering = expectApiError(register(id))
    await expect.poll(registrations).toHaveLength(1)
    await place().client.call(updateCredential, {
      params: paramsOf(id),
      body: { name, type: 'oauth2', data: { ...data, scope: 'email' } as never },
    })
    expect((await registering).message).toContain('changed meanwhile')
    expect(await dataOf(id)).toMatchObject({ clientId: '', scope: 'email' })
  })
})
