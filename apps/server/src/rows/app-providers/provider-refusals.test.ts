import {
  confirmUserProvider,
  linkUserIdentity,
  listRows,
  listUserIdentities,
} from '@plinth/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestProvider } from '../../accounts/sso/testing/provider.ts'
import { signUp } from '../../app/testing/app-tables.ts'
import { clientOf, expectApiError, guest, withPlatform } from '../../app/testing/people.ts'
import { APP } from '../app-sign-in/testing/code-app.ts'
import {
  newProviderApp,
  newVerifier,
  type ProviderApp,
  providerCalls,
  saveProvider,
  startAppProvider,
} from './testing/provider-app.ts'

const DATABASES = ['sqlite3', 'postgres'] as const
const apps = new Map<string, ProviderApp>()
let provider: TestProvider

beforeAll(async () => {
  for (const database of DATABASES)
    apps.set(database, await newProviderApp(database, 'appSsoRefusals'))
  provider = await startAppProvider([...apps.values()])
  for (const app of apps.values()) {
    await saveProvider(app)
    await saveProvider(app, { tableId: 'members' })
    await saveProvider(app, { name: 'other' })
  }
}, 120_000)
afterAll(() => provider.stop().catch(() => undefined))

describe.each(DATABASES)('tickets of providers on %s', (database) => {
  let app: ProviderApp
  let calls: ReturnType<typeof providerCalls>
  beforeAll(() => {
    app = apps.get(database) as ProviderApp
    calls = providerCalls(app, () => provider)
  })
  const other = () => apps.get(DATABASES.find((one) => one !== database) ?? '') as ProviderApp
  const rowsOf = async (email: string) => {
    const { data } = await app.owner.client.call(listRows, {
      params: { table: 'people' },
      query: { $projectId: app.projectId, $filter: `email = '${email}'` },
    })
    return data
  }

  test('two first sign-ins at once make one account', async () => {
    const { login, email } = await calls.newPerson()
    const tickets = [await calls.ticketOf(login), await calls.ticketOf(login)]
    await Promise.allSettled(tickets.map((ticket) => calls.confirm(ticket)))
    const { user } = await calls.enter(login)
    expect(await rowsOf(email)).toMatchObject([{ id: user.id, verified: true }])
  })

  test('a failure between account and identity leaves no second account', async () => {
    const { login, email } = await calls.newPerson()
    const ticket = await calls.ticketOf(login)
    await withPlatform((on) =>
      on.query(
        `alter table app_identity add constraint of_this_test check (email <> '${email}') not valid`,
      ),
    )
    const failed = await expectApiError(calls.confirm(ticket))
    await withPlatform((on) => on.query('alter table app_identity drop constraint of_this_test'))
    expect(failed.status).toBe(500)
    expect(await rowsOf(email)).toHaveLength(1)
    const { user } = await calls.enter(login)
    expect(await rowsOf(email)).toMatchObject([{ id: user.id, verified: true }])
  })

  test('a ticket works once, with its verifier, in its table and for two minutes', async () => {
    const { login } = await calls.newPerson()
    const used = await calls.ticketOf(login)
    await calls.confirm(used)
    expect((await expectApiError(calls.confirm(used))).status).toBe(401)
    const old = await calls.ticketOf(login)
    await withPlatform((on) =>
      on.query(
        `update app_provider_sign_in set expires_at = expires_at - interval '2 minutes'
         where ticket_hash is not null and environment_id = $1`,
        [app.environmentId],
      ),
    )
    expect((await expectApiError(calls.confirm(old))).status).toBe(401)
    const elsewhere = await calls.ticketOf(login)
    expect((await expectApiError(calls.confirm(elsewhere, { table: 'members' }))).status).toBe(401)
    const otherProject = { params: { table: 'people' }, query: { $projectId: other().projectId } }
    const sent = guest().call(confirmUserProvider, { ...otherProject, body: elsewhere })
    expect((await expectApiError(sent)).status).toBe(401)
  })
})

const withParam = (address: string, name: string, value: string | null) => {
  const url = new URL(address)
  if (value === null) url.searchParams.delete(name)
  else url.searchParams.set(name, value)
  return url.href
}
const withQuery = (sent: string, name: string, value: string) =>
  new URL(withParam(`https://a.test/${sent}`, name, value)).search

describe('refuses', () => {
  let app: ProviderApp
  let calls: ReturnType<typeof providerCalls>
  let login: string
  beforeAll(async () => {
    app = apps.get('sqlite3') as ProviderApp
    calls = providerCalls(app, () => provider)
    login = (await calls.newPerson()).login
  })
  const refusedQuery = async (sent: string, name = 'corp') =>
    (await expectApiError(calls.finish(sent, { name }))).status
  /** The answer is for this sign-in, and what the provider says is refused. */
  async function expectProblem(sent: string) {
    const end = await calls.finish(sent)
    expect(end.ticket).toBeNull()
    expect(end.redirect).toBe(`${APP}/`)
    expect(end.problem).toMatch(/Corp did not sign you in|The answer of Corp was not valid/)
  }

  test('a state that was used (RFC 9700 §4.7.1: "one-time use CSRF tokens")', async () => {
    const answer = await calls.answer((await calls.start()).url, login)
    expect((await calls.finish(answer)).problem).toBeNull()
    expect(await refusedQuery(answer)).toBe(401)
  })

  test('no state, and a state of nobody (RFC 9700 §4.7)', async () => {
    const answer = await calls.answer((await calls.start()).url, login)
    expect(await refusedQuery(withQuery(answer, 'state', 'a'.repeat(43)))).toBe(401)
    expect(await refusedQuery('?code=a')).toBe(401)
  })

  test('a code of another sign-in (RFC 9700 §4.5: authorization code injection)', async () => {
    const stolen = new URLSearchParams(await calls.answer((await calls.start()).url, login))
    const own = await calls.answer((await calls.start()).url, (await calls.newPerson()).login)
    await expectProblem(withQuery(own, 'code', stolen.get('code') ?? ''))
  })

  test('an ID token for another nonce (OpenID Connect Core §3.1.3.7, 11)', async () => {
    const { url } = await calls.start()
    await expectProblem(await calls.answer(withParam(url, 'nonce', 'of-another-sign-in'), login))
  })

  test('another challenge than its own (RFC 9700 §2.1.1: PKCE)', async () => {
    const { url } = await calls.start()
    const { challenge } = newVerifier()
    await expectProblem(await calls.answer(withParam(url, 'code_challenge', challenge), login))
  })

  test('a request without PKCE (RFC 9700 §4.8.2: PKCE downgrade)', async () => {
    const bare = withParam((await calls.start()).url, 'code_challenge', null)
    const answer = await calls.answer(withParam(bare, 'code_challenge_method', null), login)
    await expectProblem(answer)
  })

  test('an answer of another issuer (RFC 9207 §2.4: mix-up)', async () => {
    const answer = await calls.answer((await calls.start()).url, login)
    await expectProblem(withQuery(answer, 'iss', 'https://evil.example'))
  })

  test('an answer at the page of another provider (RFC 9700 §4.4.2.2: distinct redirect URIs)', async () => {
    const answer = await calls.answer((await calls.start()).url, login)
    expect(await refusedQuery(answer, 'other')).toBe(401)
    expect((await calls.finish(answer)).problem).toBeNull()
  })

  test('a sign-in whose provider was replaced meanwhile (RFC 9700 §4.4)', async () => {
    const answer = await calls.answer((await calls.start()).url, login)
    const { url, verifier } = await calls.start()
    const { ticket } = await calls.finish(await calls.answer(url, login))
    await saveProvider(app, { clientId: 'another' })
    const status = await refusedQuery(answer)
    const used = await expectApiError(calls.confirm({ ticket: ticket ?? '', verifier }))
    await saveProvider(app)
    expect([status, used.status]).toEqual([401, 401])
  })

  test('a ticket without the verifier of the app (RFC 9700 §4.7: login CSRF, ticket theft)', async () => {
    const used = await calls.ticketOf(login)
    const { verifier } = newVerifier()
    expect((await expectApiError(calls.confirm({ ...used, verifier }))).status).toBe(401)
    // A thief's try ends it.
    expect((await expectApiError(calls.confirm(used))).status).toBe(401)
  })

  test('a person who cancels at the provider (RFC 6749 §4.1.2.1)', async () => {
    const { url } = await calls.start()
    expect(await calls.finish(await calls.answer(url, 'deny'))).toMatchObject({
      ticket: null,
      problem: 'Corp did not sign you in (access_denied). Try again.',
    })
  })

  test.each([
    ['another page of a listed origin', 'https://app.example.com/logout'],
    ['a query', 'https://app.example.com/welcome?next=https://evil.example'],
    ['another origin', 'https://evil.example/'],
    ['the origin as a prefix', 'https://app.example.com.evil.example/'],
    ['a user name', 'https://app.example.com@evil.example/'],
    ['another scheme', 'http://app.example.com/'],
    ['a script', 'javascript:alert(1)//https://app.example.com'],
    ['a fragment', 'https://app.example.com/#provider-sign-in=mine'],
  ])('%s as the redirect (RFC 9700 §4.11: open redirect)', async (_name, redirect) => {
    const refused = await expectApiError(calls.start({ redirect }))
    expect(refused.status).toBe(422)
    expect(refused.message).toContain('is not a listed page')
  })

  test.each(['plain', 'a'.repeat(42), `${'a'.repeat(42)}=`])(
    'the challenge %s (RFC 7636 §4.2)',
    async (challenge) => {
      expect((await expectApiError(calls.start({ challenge }))).status).toBe(422)
    },
  )

  test('a link of another user (RFC 9700 §4.7: CSRF on linking)', async () => {
    const attacker = await signUp(app.projectId)
    const victim = await signUp(app.projectId)
    const { url, verifier } = await calls.startLink(attacker.token)
    // The victim is led to the provider, and the attacker gets the ticket somehow.
    const { ticket, redirect } = await calls.finish(await calls.answer(url, login))
    expect(redirect).toBe(`${APP}/#provider-link=${ticket}`)
    const body = { ticket: ticket ?? '', verifier }
    const asVictim = clientOf(victim.token).call(linkUserIdentity, { ...calls.place, body })
    expect((await expectApiError(asVictim)).status).toBe(401)
    const signIn = await calls.finish(
      await calls.answer((await calls.startLink(attacker.token)).url, login),
    )
    const asSignIn = calls.confirm({ ticket: signIn.ticket ?? '', verifier })
    expect((await expectApiError(asSignIn)).status).toBe(401)
  })

  test('nobody while the provider is away; open sessions go on', async () => {
    const { token } = await calls.enter(login)
    const answer = await calls.answer((await calls.start()).url, login)
    await provider.stop()
    expect(await calls.finish(answer)).toMatchObject({
      ticket: null,
      problem: expect.stringContaining('Corp cannot be reached'),
    })
    const { identities } = await clientOf(token).call(listUserIdentities, calls.place)
    expect(identities).toHaveLength(1)
    const away = await expectApiError(calls.start())
    expect(away).toMatchObject({
      status: 503,
      message: expect.stringContaining('cannot be reached'),
    })
  })
})
