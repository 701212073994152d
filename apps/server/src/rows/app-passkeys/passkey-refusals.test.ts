import { deployDatabase, type SolePasskeyAssertion, saveAppAccount } from '@plinth/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  type AuthenticatorChange,
  newAuthenticator,
} from '../../accounts/passkeys/testing/authenticator.ts'
import { expectApiError, theAdmin, withPlatform } from '../../app/testing/people.ts'
import {
  HOST,
  type Holder,
  newPasskeyApp,
  onPage,
  PAGE,
  type PasskeyApp,
} from './testing/passkey-app.ts'

let app: PasskeyApp
beforeAll(async () => {
  app = await newPasskeyApp('sqlite3')
  await (await theAdmin()).client.call(deployDatabase, { params: app.params })
}, 60_000)

interface Attack {
  name: string
  answer: (holder: Holder) => Promise<SolePasskeyAssertion>
}

const answers =
  (change: AuthenticatorChange): Attack['answer'] =>
  async ({ authenticator }) =>
    authenticator.getSole(await app.ask(), onPage(change))

const ATTACKS: readonly Attack[] = [
  {
    name: 'a challenge that was answered before',
    answer: async ({ authenticator }) => {
      const options = await app.ask()
      await app.enter(authenticator.getSole(options, onPage()))
      return authenticator.getSole(options, onPage())
    },
  },
  {
    name: 'a challenge whose first answer was wrong',
    answer: async ({ authenticator }) => {
      const options = await app.ask()
      await expectApiError(
        app.enter(authenticator.getSole(options, { origin: 'https://evil.example' })),
      )
      return authenticator.getSole(options, onPage())
    },
  },
  {
    name: 'a challenge that has expired',
    answer: async ({ authenticator }) => {
      const options = await app.ask()
      await withPlatform((on) =>
        on.query('update app_passkey_challenge set expires_at = now() where challenge = $1', [
          Buffer.from(options.challenge, 'base64url'),
        ]),
      )
      return authenticator.getSole(options, onPage())
    },
  },
  {
    name: 'a challenge that the server did not make',
    answer: answers({ challenge: Buffer.alloc(32, 7).toString('base64url') }),
  },
  {
    name: 'the challenge of a registration',
    answer: async (holder) => {
      const { challenge } = await app.begin(holder)
      return holder.authenticator.getSole({ challenge, rpId: HOST }, onPage())
    },
  },
  {
    name: 'the challenge of another table',
    answer: async ({ authenticator }) =>
      authenticator.getSole(await app.ask({ table: 'members' }), onPage()),
  },
  { name: 'another origin', answer: answers({ origin: 'https://evil.example' }) },
  {
    name: 'a page below the host that is not listed',
    answer: answers({ origin: 'https://other.example.com' }),
  },
  { name: 'a look-alike of the host', answer: answers({ origin: 'https://evilexample.com' }) },
  { name: 'the listed page at another port', answer: answers({ origin: `${PAGE}:8443` }) },
  { name: 'the listed page without https', answer: answers({ origin: 'http://app.example.com' }) },
  { name: 'the hash of another host', answer: answers({ rpId: 'app.example.com' }) },
  { name: 'nobody at the authenticator', answer: answers({ isPresent: false }) },
  {
    name: 'a person whom the authenticator has not verified',
    answer: answers({ isVerified: false }),
  },
  {
    name: 'a passkey that was never registered',
    answer: async () => newAuthenticator().getSole(await app.ask(), onPage()),
  },
  {
    name: 'the id of the passkey with the signature of another key',
    answer: async ({ authenticator }) => ({
      ...(await app.newHolder()).authenticator.getSole(await app.ask(), onPage()),
      ...{ id: authenticator.id, rawId: authenticator.id },
    }),
  },
  {
    name: 'the handle of another user',
    answer: async ({ authenticator }) => {
      const other = (await app.newHolder()).authenticator.getSole(await app.ask(), onPage())
      const { userHandle } = other.response
      const own = authenticator.getSole(await app.ask(), onPage())
      return { ...own, response: { ...own.response, userHandle } }
    },
  },
  {
    name: 'a counter that stands still',
    answer: async ({ authenticator }) => {
      await app.enter(authenticator.getSole(await app.ask(), onPage({ counter: 9 })))
      return authenticator.getSole(await app.ask(), onPage({ counter: 9 }))
    },
  },
  {
    name: 'a counter that goes backwards',
    answer: async ({ authenticator }) => {
      await app.enter(authenticator.getSole(await app.ask(), onPage({ counter: 9 })))
      return authenticator.getSole(await app.ask(), onPage({ counter: 0 }))
    },
  },
]

describe('a sign-in is refused with', () => {
  test.each(ATTACKS)('$name', async ({ answer }) => {
    const holder = await app.newHolder()
    const error = await expectApiError(app.enter(await answer(holder)))
    expect(error).toMatchObject({ status: 401, code: 'unauthenticated' })
    expect(error.message).toContain('This passkey was not accepted')
    // The same user with the right answer.
    const right = holder.authenticator.getSole(await app.ask(), onPage({ counter: 10 }))
    expect((await app.enter(right)).user.id).toBe(holder.id)
  })

  test('a passkey of another table', async () => {
    const { authenticator } = await app.newHolder()
    const members = { table: 'members' }
    const answer = authenticator.getSole(await app.ask(members), onPage())
    expect((await expectApiError(app.enter(answer, members))).status).toBe(401)
  })

  test('a challenge or a passkey of another environment', async () => {
    const { authenticator } = await app.newHolder()
    const production = { environment: 'production' } as const
    expect((await expectApiError(app.ask(production))).status).toBe(403)
    await withPlatform((on) =>
      on.query(
        `insert into app_sign_in (environment_id, table_id, by_code, creates_accounts, redirects, mail_subject,
           mail_text, session_days, passkey_host)
         select environment.id, table_id, by_code, creates_accounts, redirects, mail_subject, mail_text,
           session_days, passkey_host
         from app_sign_in join environment on environment.project_id = $1 and environment.name = 'production'
         where table_id = 'people' and environment_id in
           (select id from environment where project_id = $1 and name = 'dev')`,
        [app.projectId],
      ),
    )
    const inProduction = authenticator.getSole(await app.ask(production), onPage())
    expect((await expectApiError(app.enter(inProduction))).status).toBe(401)
    const ofDev = authenticator.getSole(await app.ask(production), onPage())
    expect((await expectApiError(app.enter(ofDev, production))).status).toBe(401)
    const mixed = authenticator.getSole(await app.ask(), onPage())
    expect((await expectApiError(app.enter(mixed, production))).status).toBe(401)
  })

  test('two answers to one challenge at the same moment, but one', async () => {
    const { authenticator } = await app.newHolder()
    const answer = authenticator.getSole(await app.ask(), onPage())
    const both = await Promise.allSettled([app.enter(answer), app.enter(answer)])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  test('a removed passkey', async () => {
    const holder = await app.newHolder()
    const answer = holder.authenticator.getSole(await app.ask(), onPage())
    await app.remove(holder, holder.passkey.id, { password: holder.password })
    expect((await expectApiError(app.enter(answer))).status).toBe(401)
  })

  test('the passkey of a disabled user, which works again afterwards', async () => {
    const { id, authenticator } = await app.newHolder()
    const disable = (isDisabled: boolean) =>
      app.owner.client.call(saveAppAccount, {
        params: { ...app.params, userId: id },
        body: { environment: 'dev', tableId: 'people', isDisabled },
      })
    await disable(true)
    const error = await expectApiError(app.enter(authenticator.getSole(await app.ask(), onPage())))
    expect(error).toMatchObject({ status: 403, message: expect.stringContaining('disabled') })
    await disable(false)
    const right = authenticator.getSole(await app.ask(), onPage())
    expect((await app.enter(right)).user.id).toBe(id)
  })

  test('passkeys that were turned off, or whose host or page was changed meanwhile', async () => {
    const holder = await app.newHolder()
    const answer = async () => holder.authenticator.getSole(await app.ask(), onPage())
    const prepared = [await answer(), await answer(), await answer()]
    await app.save({ passkeyHost: null })
    const calls = [app.ask(), app.enter(prepared[0] as never), app.begin(holder)]
    for (const error of await Promise.all(calls.map(expectApiError)))
      expect(error).toMatchObject({ status: 403, message: expect.stringContaining('are off') })
    await app.save({ passkeyHost: 'app.example.com' })
    expect((await expectApiError(app.enter(prepared[1] as never))).status).toBe(401)
    await app.save({ redirects: ['https://new.example.com/'] })
    expect((await expectApiError(app.enter(prepared[2] as never))).status).toBe(401)
    await app.save()
    expect((await app.enter(await answer())).user.id).toBe(holder.id)
  })
})
