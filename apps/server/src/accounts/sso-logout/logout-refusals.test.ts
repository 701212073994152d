import { randomUUID } from 'node:crypto'
import { type JWTPayload, UnsecuredJWT } from 'jose'
import { afterAll, describe, expect, test } from 'vitest'
import { newStaff, withPlatform } from '../../app/testing/people.ts'
import { testServer } from '../../app/testing/test-server.ts'
import { useOwnServer } from '../../app/testing/use-own-server.ts'
import { countOf } from '../sso/testing/use-sso.ts'
import { CLIENT_ID, openKeyProvider } from './testing/key-provider.ts'

const provider = await openKeyProvider()
afterAll(() => provider.close())
useOwnServer({
  PLINTH_OIDC_ISSUER: provider.issuer,
  PLINTH_OIDC_CLIENT_ID: CLIENT_ID,
  PLINTH_OIDC_CLIENT_SECRET: 'a secret of a test',
})

const EVENT = 'http://schemas.openid.net/event/backchannel-logout'
const STANDARD = 'OpenID Connect Back-Channel Logout 1.0 §'
const seconds = () => Math.floor(Date.now() / 1000)

/** An open session of a person of the provider. */
async function newSession(client = CLIENT_ID) {
  const { id } = await newStaff()
  const [subject, sid] = [randomUUID(), randomUUID()]
  await withPlatform((on) =>
    on.query(
      `update session set identity_issuer = $1, identity_subject = $2, identity_sid = $3,
         identity_client = $4 where staff_id = $5`,
      [provider.issuer, subject, sid, client, id],
    ),
  )
  const isOpen = async () => (await countOf('session', 'staff_id = $1', [id])) === 1
  return { subject, sid, isOpen }
}

const claimsOf = ({ subject, sid }: { subject: string; sid: string }): JWTPayload => ({
  iss: provider.issuer,
  aud: CLIENT_ID,
  iat: seconds(),
  exp: seconds() + 120,
  jti: randomUUID(),
  events: { [EVENT]: {} },
  sub: subject,
  sid,
})

/** As a provider sends it. */
const send = (body: URLSearchParams | string, headers: Record<string, string> = {}) => {
  return fetch(`${testServer().address}/api/sso/logout`, { method: 'POST', body, headers })
}
const logout = (token: string) => send(new URLSearchParams({ logout_token: token }))

describe('a logout token', () => {
  test.each([
    ['of a session of the provider', (good: JWTPayload) => ({ ...good, sub: undefined })],
    ['of all sessions of a person', (good: JWTPayload) => ({ ...good, sid: undefined })],
    ['of both', (good: JWTPayload) => good],
    ['with the audience as a list', (good: JWTPayload) => ({ ...good, aud: [CLIENT_ID] })],
    ['with claims that are not known', (good: JWTPayload) => ({ ...good, more: 1 })],
  ])('%s ends what it names', async (_name, change) => {
    const [session, other] = [await newSession(), await newSession()]
    const answer = await logout(await provider.sign(change(claimsOf(session)) as JWTPayload))
    expect(answer.status).toBe(200)
    expect(answer.headers.get('cache-control')).toContain('no-store')
    expect([await session.isOpen(), await other.isOpen()]).toEqual([false, true])
  })

  test('may come with further fields, which are ignored', async () => {
    const session = await newSession()
    const token = await provider.sign(claimsOf(session))
    const answer = await send(new URLSearchParams({ logout_token: token, more: 'x' }))
    expect([answer.status, await session.isOpen()]).toEqual([200, false])
  })
})

/** Left out of the token where the value is undefined. */
type Changed = Record<string, unknown>
type Make = (good: JWTPayload) => Promise<string> | string
const changed =
  (change: Changed | (() => Changed)): Make =>
  (good) =>
    provider.sign({ ...good, ...(typeof change === 'function' ? change() : change) } as JWTPayload)

describe('a logout token is refused, and no session ends,', () => {
  const cases: [name: string, standard: string, make: Make][] = [
    [
      'with a signature of another key',
      `${STANDARD}2.6 (2)`,
      (good) => provider.signAsStranger(good),
    ],
    ['without a signature', `${STANDARD}2.6 (2)`, (good) => new UnsecuredJWT(good).encode()],
    [
      'signed with the public key as a secret',
      'RFC 8725 §2.1',
      (good) => provider.signWithPublicKey(good),
    ],
    [
      'of a key that is not published',
      `${STANDARD}2.6 (2)`,
      (good) => provider.sign(good, { kid: 'two' }),
    ],
    ['of another issuer', `${STANDARD}2.6 (3)`, changed({ iss: 'https://evil.example' })],
    ['without an issuer', `${STANDARD}2.4 (iss)`, changed({ iss: undefined })],
    ['for another client', `${STANDARD}2.6 (3)`, changed({ aud: 'another' })],
    ['for this and another client', `${STANDARD}2.6 (3)`, changed({ aud: [CLIENT_ID, 'another'] })],
    ['that has expired', `${STANDARD}2.6 (3)`, changed(() => ({ exp: seconds() - 61 }))],
    ['without an expiry', `${STANDARD}2.4 (exp)`, changed({ exp: undefined })],
    ['of an hour ago', `${STANDARD}2.6 (3)`, changed(() => ({ iat: seconds() - 3600 }))],
    [
      'of the future',
      `${STANDARD}2.6 (3)`,
      changed(() => ({ iat: seconds() + 90, exp: seconds() + 200 })),
    ],
    ['without a time of issue', `${STANDARD}2.4 (iat)`, changed({ iat: undefined })],
    ['without an id', `${STANDARD}2.4 (jti)`, changed({ jti: undefined })],
    [
      'that names neither session nor person',
      `${STANDARD}2.6 (4)`,
      changed({ sub: undefined, sid: undefined }),
    ],
    ['without an event, such as an ID token', `${STANDARD}2.6 (5)`, changed({ events: undefined })],
    [
      'of another event',
      `${STANDARD}2.6 (5)`,
      changed({ events: { 'https://other.example': {} } }),
    ],
    ['whose event is no object', `${STANDARD}2.4 (events)`, changed({ events: { [EVENT]: true } })],
    ['with a nonce', `${STANDARD}2.6 (6)`, changed({ nonce: 'a nonce' })],
    ['that is an access token', 'RFC 8725 §3.11', (good) => provider.sign(good, { typ: 'at+jwt' })],
    ['that is no JWT', 'RFC 7519 §7.2', () => 'a text'],
  ]
  test.each(cases)('%s [%s]', async (_name, _standard, make) => {
    const session = await newSession()
    const token = await make(claimsOf(session))
    const answer = await logout(token)
    expect([answer.status, await session.isOpen()]).toEqual([400, true])
  })

  test(`that was used before [${STANDARD}2.6 (7)]`, async () => {
    const session = await newSession()
    const token = await provider.sign(claimsOf(session))
    expect((await logout(token)).status).toBe(200)
    expect((await logout(token)).status).toBe(400)
  })

  test('for a session of another client of the provider', async () => {
    const session = await newSession('another')
    expect((await logout(await provider.sign(claimsOf(session)))).status).toBe(200)
    expect(await session.isOpen()).toBe(true)
  })

  test.each([
    ['without a token', new URLSearchParams({ other: 'x' }), 400],
    [
      'with two tokens',
      new URLSearchParams([
        ['logout_token', 'a'],
        ['logout_token', 'b'],
      ]),
      400,
    ],
    ['with a long body', new URLSearchParams({ logout_token: 'x'.repeat(20_000) }), 413],
  ])('in a request %s', async (_name, body, status) => {
    expect((await send(body)).status).toBe(status)
  })
})

describe('a flood of refused tokens', () => {
  test('fetches the keys of the provider rarely, and ends with 429', async () => {
    const session = await newSession()
    const forged = await provider.signAsStranger(claimsOf(session))
    const before = provider.fetches()
    const statuses = new Set<number>()
    for (let sent = 0; sent < 110; sent += 1) statuses.add((await logout(forged)).status)
    expect([...statuses]).toEqual([400, 429])
    expect(provider.fetches() - before).toBeLessThanOrEqual(2)
    expect(await session.isOpen()).toBe(true)
  })
})
