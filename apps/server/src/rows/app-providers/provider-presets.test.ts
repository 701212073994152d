import { listUserIdentities } from '@plinth/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { answerOf, startStub } from '../../accounts/identity-provider/testing/stub.ts'
import { presetOf } from '../../accounts/identity-provider/testing/use-stub.ts'
import { clientOf } from '../../app/testing/people.ts'
import { testServer } from '../../app/testing/test-server.ts'
import {
  newProviderApp,
  type ProviderApp,
  providerCalls,
  saveProvider,
} from './testing/provider-app.ts'

const DATABASES = ['sqlite3', 'postgres'] as const
const apps = new Map<string, ProviderApp>()
let stub: Awaited<ReturnType<typeof startStub>>

beforeAll(async () => {
  for (const database of DATABASES)
    apps.set(database, await newProviderApp(database, 'appSsoPresets'))
  stub = await startStub(apps.get('sqlite3')?.providerPort)
}, 120_000)
afterAll(() => stub.stop())

const post = (page: string, body: string) =>
  fetch(new URL(page, testServer().address), {
    ...{ method: 'POST', redirect: 'manual', body },
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      origin: 'https://appleid.apple.com',
    },
  })

describe.each(DATABASES)('the presets for app users on %s', (database) => {
  let app: ProviderApp
  let calls: ReturnType<typeof providerCalls>
  beforeAll(() => {
    app = apps.get(database) as ProviderApp
    calls = providerCalls(app, () => {
      throw new Error('the stub stands for the providers')
    })
  })

  const save = (name: string) => {
    const { name: label, ...shape } = stub.shapeOf(presetOf(name))
    return saveProvider(app, { ...shape, label, name: label.toLowerCase() })
  }

  /** The query that arrives at the callback page, by redirect or by a posted form. */
  async function queryOf(url: string, name: string): Promise<string> {
    const answer = await answerOf(url)
    if (answer.startsWith('?')) return answer
    const posted = await post(new URL(app.callbackOf(name)).pathname, answer)
    expect(posted.status).toBe(303)
    const to = new URL(posted.headers.get('location') ?? '', app.callbackOf(name))
    expect(to.origin + to.pathname).toBe(app.callbackOf(name))
    expect([...to.searchParams.keys()]).toEqual(['code', 'state'])
    return to.search
  }

  test.each(['Google', 'Microsoft', 'Okta', 'Keycloak', 'GitHub', 'Apple', 'Discord'])(
    '%s: two sign-ins are of one account',
    async (label) => {
      const name = label.toLowerCase()
      await save(label)
      const users: string[] = []
      for (const _time of [1, 2]) {
        const { url, verifier } = await calls.start({ name })
        const { ticket, problem } = await calls.finish(await queryOf(url, name), { name })
        expect(problem).toBeNull()
        const session = await calls.confirm({ ticket: ticket ?? '', verifier })
        users.push(session.user.id)
        const { identities } = await clientOf(session.token).call(listUserIdentities, calls.place)
        expect(identities.map(({ provider }) => provider)).toContain(name)
      }
      expect(new Set(users).size).toBe(1)
    },
  )

  test('a posted answer without the verifier of the app signs nobody in [RFC 9700 §4.5]', async () => {
    await save('Apple')
    const begun = await calls.start({ name: 'apple' })
    const { ticket } = await calls.finish(await queryOf(begun.url, 'apple'), { name: 'apple' })
    const other = await calls.start({ name: 'apple' })
    const used = { ticket: ticket ?? '', verifier: other.verifier }
    await expect(calls.confirm(used)).rejects.toMatchObject({ status: 401 })
  })

  test('a posted answer redirects to the page that it was posted to [RFC 9700 §4.11.1]', async () => {
    const page = new URL(app.callbackOf('apple')).pathname
    const answer = await post(`${page}?redirect=https://evil.example`, 'code=%0d%0aX-Evil:1')
    expect(answer.headers.get('location')).toBe(`${page}?code=%0D%0AX-Evil%3A1`)
    const elsewhere = await post(`/user-sign-in/${'../'.repeat(3)}/evil.example`, 'code=1')
    expect(elsewhere.headers.get('location')).toBeNull()
  })
})
