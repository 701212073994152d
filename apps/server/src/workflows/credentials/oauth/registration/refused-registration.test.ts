import { createServer, type Server } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectApiError } from '../../../../app/testing/people.ts'
import { testServer } from '../../../../app/testing/test-server.ts'
import { useRegistration } from '../testing/registration-place.ts'

const fixture = useRegistration('oauthRefused')
const { address, dataOf, register, registrations, service, unregistered } = fixture

describe('a registration is refused', () => {
  const refused = async (message: string, more: { issuer?: string; status?: number } = {}) => {
    const { issuer = address(), status = 409 } = more
    const { id } = await unregistered()
    const error = await expectApiError(register(id, issuer))
    expect(JSON.stringify([error.message, error.details])).toContain(message)
    expect(error.status).toBe(status)
    expect(await dataOf(id)).toMatchObject({ clientId: '', tokenUrl: '' })
  }

  test.each([
    ['another redirect URI', { redirect_uris: ['https://evil.example/'] }, 'another redirect URI'],
    [
      'one more redirect URI',
      { redirect_uris: ['https://evil.example/', 'https://two.example/'] },
      'another redirect URI',
    ],
    ['no client id', { client_id: null }, 'not valid'],
    ['a client id that is no text', { client_id: 7 }, 'not valid'],
    ['a client id with a line break', { client_id: 'a\r\nb' }, 'an id or a secret'],
    ['another grant type', { grant_types: ['implicit'] }, 'no person can connect'],
    ['a sign-in that is unknown', { token_endpoint_auth_method: 'private_key_jwt' }, 'sign-in'],
    ['no secret', { client_secret: '' }, 'not valid'],
    ['too much', { padding: 'x'.repeat(300_000) }, 'larger than 256 KB'],
  ])('with an answer that has %s', async (_name, registered, message) => {
    await service().set({ registered })
    await refused(message, {
      status: message.startsWith('larger') ? 503 : message === 'not valid' ? 503 : 409,
    })
    expect(await registrations()).toHaveLength(1)
  })

  test.each([
    ['no registration', { registration_endpoint: null }, 'offers no registration', 409],
    ['http', { registration_endpoint: 'http://service.example/reg' }, 'with https://', 409],
    ['http for tokens', { token_endpoint: 'http://service.example/token' }, 'with https://', 409],
    ['a private address', { registration_endpoint: 'https://10.1.2.3/reg' }, '10.1.2.3', 503],
    ['a loopback address', { registration_endpoint: 'https://127.0.0.1:1/reg' }, '127.0.0.1', 503],
    ['another issuer', { issuer: 'https://evil.example' }, 'not valid', 503],
    ['no PKCE', { code_challenge_methods_supported: ['plain'] }, 'PKCE', 409],
    [
      'only signed sign-ins',
      { token_endpoint_auth_methods_supported: ['private_key_jwt'] },
      'no sign-in',
      409,
    ],
    ['too much', { padding: 'x'.repeat(300_000) }, 'larger than 256 KB', 503],
  ])('with metadata that names %s', async (_name, metadata, message, status) => {
    await service().set({ metadata })
    await refused(message, { status })
    expect(await registrations()).toEqual([])
  })

  test('for scopes that the service does not know', async () => {
    const { id } = await unregistered({ scope: 'unknown:scope' })
    const error = await expectApiError(register(id))
    expect(error.message).toContain('refused (invalid_client_metadata)')
  })

  test.each([
    ['http', 'http://service.example', 'https://', 422],
    ['no address', 'service', 'not an address', 422],
    ['a password', 'https://a:b@service.example', 'cannot have a name', 422],
    ['a private address', 'https://192.168.1.1', '192.168.1.1', 503],
    ['metadata of this machine', 'https://169.254.169.254', '169.254.169.254', 503],
  ])('for an issuer with %s', async (_name, issuer, message, status) => {
    await refused(message, { issuer, status })
  })
})

describe('servers that lead elsewhere', () => {
  let server: Server
  beforeAll(() => {
    server = createServer((request, response) => {
      const path = request.url ?? ''
      const issuer = `http://127.0.0.1:${testServer().outside.oauthMoved}`
      if (path === '/.well-known/openid-configuration') {
        const endpoints = {
          authorization_endpoint: `${address()}/auth`,
          token_endpoint: `${address()}/token`,
        }
        const metadata = { issuer, ...endpoints, registration_endpoint: `${issuer}/move` }
        response.setHeader('content-type', 'application/json').end(JSON.stringify(metadata))
      } else
        response.writeHead(path === '/closed' ? 401 : 307, { location: `${address()}/reg` }).end()
    })
    return new Promise<void>((resolve) => {
      server.listen(testServer().outside.oauthMoved, '127.0.0.1', () => resolve())
    })
  })
  afterAll(() => new Promise((resolve) => server.close(resolve)))

  test('are not followed', async () => {
    const port = testServer().outside.oauthMoved
    const { id } = await unregistered()
    const error = await expectApiError(register(id, `http://127.0.0.1:${port}`))
    expect(error.message).toContain('redirects too often')
    expect(await registrations()).toEqual([])
  })
})
