import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { readProviderAnswer, writeAuthorizationUrl } from './ask-provider.ts'
import { answerOf, PRIVATE_KEY, type Spoiled } from './testing/stub.ts'
import { CALLBACK, presetOf, useStub } from './testing/use-stub.ts'

const { stub, log, lines, signIn } = useStub()
const USER = 'api.github.com/user'
const EMAILS = 'api.github.com/user/emails'
const TOKEN = 'github.com/login/oauth/access_token'
const mine = { email: 'ada@corp.test', verified: true, primary: true }
const user = (body: unknown): Spoiled => ({ [USER]: { body } })

describe('refuses', () => {
  test.each<[string, string, Spoiled]>([
    ['a user info without an id', 'RFC 9700 §2.1', user({ login: 'ada' })],
    ['an id that is null', 'RFC 9700 §2.1', user({ id: null })],
    ['an id that is an object', 'RFC 9700 §2.1', user({ id: { a: 1 } })],
    ['an id that is a list', 'RFC 9700 §2.1', user({ id: [1] })],
    ['an id that is true', 'RFC 9700 §2.1', user({ id: true })],
    ['an id of zero', 'RFC 9700 §2.1', user({ id: 0 })],
    ['an id that is not whole', 'RFC 9700 §2.1', user({ id: 1.5 })],
    ['an id above 2^53, which is not exact', 'RFC 8259 §6', user({ id: 2 ** 53 })],
    ['an id of an inherited field', 'RFC 8259 §4', user({ login: 'ada', constructor: 'x' })],
    ['an empty id', 'RFC 9700 §2.1', user({ id: '' })],
    ['an id with a line break', 'RFC 9700 §2.1', user({ id: '1\n2' })],
    ['an id of 256 characters', 'OpenID Connect Core 1.0 §2 (sub)', user({ id: '1'.repeat(256) })],
    ['a user info that is a list', 'RFC 8259 §4', user([{ id: 1 }])],
    ['a user info that is null', 'RFC 8259 §4', user(null)],
    ['a user info that is a text', 'RFC 8259 §4', user('1')],
    ['a user info of HTML', 'RFC 8259 §11', { [USER]: { type: 'text/html' } }],
    ['a user info with an error status', 'RFC 6750 §3.1', { [USER]: { status: 403 } }],
    [
      'a user info that the token is not for',
      'RFC 6750 §3.1',
      { [USER]: { status: 401, headers: { 'www-authenticate': 'Bearer error="invalid_token"' } } },
    ],
    ['a user info of 300 KB', 'RFC 8259 §9', user({ id: 1, bio: 'x'.repeat(300_000) })],
    [
      'a token answer of 300 KB',
      'RFC 8259 §9',
      { [TOKEN]: { body: { access_token: 'x'.repeat(300_000), token_type: 'bearer' } } },
    ],
    ['addresses that are an object', 'RFC 8259 §5', { [EMAILS]: { body: mine } }],
    ['addresses with an error status', 'RFC 6750 §3.1', { [EMAILS]: { status: 404 } }],
    [
      'a token of another type',
      'RFC 6749 §7.1',
      { [TOKEN]: { body: { access_token: 'a', token_type: 'mac' } } },
    ],
    ['a token without a type', 'RFC 6749 §5.1', { [TOKEN]: { body: { access_token: 'a' } } }],
    [
      'a token that is an object',
      'RFC 6749 §5.1',
      { [TOKEN]: { body: { access_token: {}, token_type: 'bearer' } } },
    ],
    ['an answer without a token', 'RFC 6749 §5.1', { [TOKEN]: { body: { token_type: 'bearer' } } }],
    [
      'an error with the status 200, as GitHub sends it',
      'RFC 6749 §5.2',
      { [TOKEN]: { body: { error: 'bad_verification_code' } } },
    ],
    [
      'an ID token that nobody asked for and nobody signed',
      'RFC 9700 §2.1.1',
      { [TOKEN]: { body: { access_token: 'a', token_type: 'bearer', id_token: 'e30.e30.' } } },
    ],
  ])('%s [%s]', async (_name, _standard, spoiled) => {
    await stub().spoil(spoiled)
    await expect(signIn('GitHub')).rejects.toMatchObject({ code: 'unauthenticated' })
  })

  test.each<[string, string, Spoiled]>([
    [
      'a redirect of the token call',
      'RFC 9700 §4.12',
      { [TOKEN]: { status: 307, headers: { location: 'https://evil.example/token' } } },
    ],
    [
      'a redirect of the user info',
      'RFC 9700 §4.12',
      { [USER]: { status: 302, headers: { location: 'https://evil.example/user' } } },
    ],
  ])('%s [%s]', async (_name, _standard, spoiled) => {
    await stub().spoil(spoiled)
    await expect(signIn('GitHub')).rejects.toMatchObject({ code: 'unavailable' })
  })

  test.each<[string, string, string, (query: URLSearchParams) => void]>([
    [
      'an answer of another issuer (mix-up)',
      'RFC 9207 §2.4',
      'GitHub',
      (query) => query.set('iss', 'https://evil.example'),
    ],
    [
      'an answer of another preset (mix-up)',
      'RFC 9207 §2.4',
      'GitHub',
      (query) => query.set('iss', `${stub().base}/discord.com`),
    ],
    [
      'two issuers in one answer',
      'RFC 9207 §2.4',
      'GitHub',
      (query) => query.append('iss', 'https://evil.example'),
    ],
    ['another state', 'RFC 9700 §4.7.1', 'Discord', (query) => query.set('state', 'another')],
    ['no state', 'RFC 9700 §4.7.1', 'Discord', (query) => query.delete('state')],
    [
      'two states',
      'RFC 6749 §3.1 (parameters once)',
      'Discord',
      (query) => query.append('state', 'another'),
    ],
    [
      'a code of another sign-in (injection)',
      'RFC 9700 §4.5',
      'Discord',
      (query) => query.set('code', 'another'),
    ],
    [
      'an error beside a code',
      'RFC 6749 §4.1.2.1',
      'Discord',
      (query) => query.set('error', 'access_denied'),
    ],
    [
      'an access token in the redirect',
      'RFC 9700 §2.1.2',
      'Discord',
      (query) => {
        query.delete('code')
        query.set('access_token', 'a')
      },
    ],
  ])('%s [%s]', async (_name, _standard, provider, change) => {
    await expect(signIn(provider, { change })).rejects.toMatchObject({ code: 'unauthenticated' })
  })

  test('a user info of another person than the ID token [OpenID Connect Core 1.0 §5.3.2]', async () => {
    await stub().spoil({
      'example.okta.com/userinfo': {
        body: { sub: 'another', email: 'a@corp.test', email_verified: true },
      },
    })
    await expect(signIn('Okta')).rejects.toMatchObject({ code: 'unauthenticated' })
  })

  test('a user info without its subject [OpenID Connect Core 1.0 §5.3.2]', async () => {
    await stub().spoil({
      'example.okta.com/userinfo': { body: { email: 'a@corp.test', email_verified: true } },
    })
    await expect(signIn('Okta')).rejects.toMatchObject({ code: 'unauthenticated' })
  })

  test('the answer of one provider at another with the same redirect [RFC 9700 §4.4.1]', async () => {
    const [github, discord] = [
      stub().providerOf(presetOf('GitHub')),
      stub().providerOf(presetOf('Discord')),
    ]
    const begun = { handle: randomUUID(), callback: CALLBACK }
    const query = await answerOf(await writeAuthorizationUrl({ ...begun, provider: github }, log))
    await expect(
      readProviderAnswer({ ...begun, provider: discord, query }, log),
    ).rejects.toMatchObject({
      code: 'unauthenticated',
    })
  })

  test.each(['Google', 'GitHub'])('a wrong client secret, at %s, and says so', async (name) => {
    const provider = { ...stub().providerOf(presetOf(name)), clientSecret: 'not the secret' }
    const asked = { provider, handle: randomUUID(), callback: CALLBACK }
    const query = await answerOf(await writeAuthorizationUrl(asked, log))
    await expect(readProviderAnswer({ ...asked, query }, log)).rejects.toMatchObject({
      code: 'unauthenticated',
      message: expect.stringContaining(`${name} does not accept the client ID or secret`),
    })
  })

  test('a proof that a provider without ID tokens asked the person again', async () => {
    const provider = stub().providerOf(presetOf('Discord'))
    const asked = { provider, handle: randomUUID(), callback: CALLBACK }
    const query = await answerOf(await writeAuthorizationUrl(asked, log))
    const since = new Date(0)
    await expect(readProviderAnswer({ ...asked, query, since }, log)).rejects.toMatchObject({
      code: 'unauthenticated',
    })
  })
})

test('no secret, code or token is in the log [RFC 9700 §4.3]', () => {
  const logged = lines.join('')
  expect(logged).toContain('sso: provider answer refused')
  const [, line = ''] = PRIVATE_KEY.split('\n')
  for (const secret of ['a canary', 'gho_16C7', '6qrZcUqja78', line]) {
    expect(logged).not.toContain(secret)
  }
})
