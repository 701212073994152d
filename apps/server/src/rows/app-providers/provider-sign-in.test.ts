import {
  deleteRow,
  getMe,
  linkUserIdentity,
  listRows,
  listUserIdentities,
  listUserProviders,
  saveAppAccount,
  unlinkUserIdentity,
  updateRow,
} from '@plinth/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestProvider } from '../../accounts/sso/testing/provider.ts'
import { signUp } from '../../app/testing/app-tables.ts'
import { clientOf, expectApiError, guest, withPlatform } from '../../app/testing/people.ts'
import { APP } from '../app-sign-in/testing/code-app.ts'
import {
  newProviderApp,
  type ProviderApp,
  providerCalls,
  saveProvider,
  startAppProvider,
} from './testing/provider-app.ts'

const DATABASES = ['sqlite3', 'postgres'] as const
const apps = new Map<string, ProviderApp>()
let provider: TestProvider

beforeAll(async () => {
  for (const database of DATABASES) apps.set(database, await newProviderApp(database))
  provider = await startAppProvider([...apps.values()])
  for (const app of apps.values()) {
    await saveProvider(app)
    await saveProvider(app, { tableId: 'members' })
  }
}, 120_000)
afterAll(() => provider.stop())

describe.each(DATABASES)('app users sign in with a provider on %s', (database) => {
  let app: ProviderApp
  let calls: ReturnType<typeof providerCalls>
  beforeAll(() => {
    app = apps.get(database) as ProviderApp
    calls = providerCalls(app, () => provider)
  })

  const rowsOf = async (email: string) => {
    const { data } = await app.owner.client.call(listRows, {
      params: { table: 'people' },
      query: { $projectId: app.projectId, $filter: `email = '${email}'` },
    })
    return data
  }
  const identitiesOf = async (token: string) =>
    (await clientOf(token).call(listUserIdentities, calls.place)).identities

  test('the list is public and names no secret; a popup gets the page of the ticket apart', async () => {
    const { providers } = await guest().call(listUserProviders, calls.place)
    expect(providers).toEqual([{ name: 'corp', label: 'Corp' }])
    const { login } = await calls.newPerson()
    const { url, redirect } = await calls.start({ display: 'popup', redirect: `${APP}/welcome` })
    expect(redirect).toBe(`${APP}/welcome`)
    const end = await calls.finish(await calls.answer(url, login))
    expect(end).toMatchObject({ redirect: `${APP}/welcome`, inPopup: true, problem: null })
  })

  test('a first sign-in creates an account, the next ones find it by the subject', async () => {
    const { login, email } = await calls.newPerson()
    const { url, verifier } = await calls.start()
    const { redirect, ticket } = await calls.finish(await calls.answer(url, login))
    expect(redirect).toBe(`${APP}/#provider-sign-in=${ticket}`)
    const session = await calls.confirm({ ticket: ticket ?? '', verifier })
    expect(session.user).toMatchObject({ email, verified: true })
    expect((await clientOf(session.token).call(getMe)).user.id).toBe(session.user.id)
    // The address changes at the provider, the person does not.
    await provider.setAccount(login, { email: `new-${email}`, email_verified: true })
    expect((await calls.enter(login)).user.id).toBe(session.user.id)
    expect(await identitiesOf(session.token)).toMatchObject([{ provider: 'corp', email }])
  })

  test('a verified account is linked by its address, in any case, and stays as it was', async () => {
    const { login, email } = await calls.newPerson()
    const made = await calls.enter(login)
    await withPlatform((on) =>
      on.query('delete from app_identity where user_id = $1', [made.user.id]),
    )
    const { login: other } = await calls.newPerson({ email: email.toUpperCase() })
    expect((await calls.enter(other)).user.id).toBe(made.user.id)
    // Its sessions go on: nobody else proved anything.
    expect((await clientOf(made.token).call(getMe)).user.id).toBe(made.user.id)
  })

  test('an unverified account loses its password, sessions and identities to the owner of the address', async () => {
    const { login, email } = await calls.newPerson()
    const squatter = await signUp(app.projectId, { email })
    const { login: theirs } = await calls.newPerson()
    expect((await calls.link(squatter.token, theirs)).identities).toHaveLength(1)
    const owner = await calls.enter(login)
    expect(owner.user).toMatchObject({ id: squatter.user.id, verified: true })
    expect((await expectApiError(clientOf(squatter.token).call(getMe))).status).toBe(401)
    // The squatter's own identity opens another account now.
    expect((await calls.enter(theirs)).user.id).not.toBe(owner.user.id)
  })

  test('an address that the provider has not checked neither finds nor creates an account', async () => {
    const { email } = await signUp(app.projectId)
    for (const claims of [{ email, email_verified: false }, { email: undefined }]) {
      const { login } = await calls.newPerson(claims)
      const error = await expectApiError(calls.enter(login))
      expect(error).toMatchObject({
        status: 403,
        message: expect.stringContaining('does not confirm'),
      })
    }
    expect(await rowsOf(email)).toHaveLength(1)
  })

  test('creates nothing where the create rule refuses guests, or the switch is off', async () => {
    const { login } = await calls.newPerson()
    expect((await expectApiError(calls.enter(login, 'members'))).status).toBe(403)
    await saveProvider(app, { createsAccounts: false })
    const error = await expectApiError(calls.enter(login))
    await saveProvider(app)
    expect(error).toMatchObject({ status: 403, message: expect.stringContaining('Sign up') })
  })

  test('a disabled user is refused, also by a ticket of before', async () => {
    const { login } = await calls.newPerson()
    const { user } = await calls.enter(login)
    const ticket = await calls.ticketOf(login)
    const place = { environment: 'dev' as const, tableId: 'people' }
    const params = { ...app.params, userId: user.id }
    await app.owner.client.call(saveAppAccount, { params, body: { ...place, isDisabled: true } })
    expect((await expectApiError(calls.confirm(ticket))).message).toContain('is disabled')
    expect((await expectApiError(calls.enter(login))).status).toBe(403)
    await app.owner.client.call(saveAppAccount, { params, body: { ...place, isDisabled: false } })
    expect((await calls.enter(login)).user.id).toBe(user.id)
  })

  test('an identity without a checked address signs in once it is linked, and is unlinked again', async () => {
    const user = await signUp(app.projectId)
    const { login } = await calls.newPerson({ email_verified: false })
    const { identities } = await calls.link(user.token, login)
    expect(identities).toMatchObject([{ provider: 'corp', email: null }])
    const session = await calls.enter(login)
    expect(session.user.id).toBe(user.user.id)
    const unlink = (password?: string) =>
      clientOf(session.token).call(unlinkUserIdentity, {
        ...calls.place,
        body: { provider: 'corp', ...(password && { password }) },
      })
    // Nothing else is left, unless the user knows the password.
    expect((await expectApiError(unlink())).message).toContain('nothing else is left')
    expect((await expectApiError(unlink('not the password'))).status).toBe(422)
    const next = await unlink(user.password)
    expect(await identitiesOf(next.token)).toEqual([])
    for (const { token } of [user, session])
      expect((await expectApiError(clientOf(token).call(getMe))).status).toBe(401)
    expect((await expectApiError(calls.enter(login))).status).toBe(403)
  })

  test('linking and unlinking need a sign-in of the last ten minutes', async () => {
    const { login } = await calls.newPerson()
    const { token, user } = await calls.enter(login)
    const age = (minutes: number) =>
      withPlatform((on) =>
        on.query(
          'update app_session set started_at = now() - make_interval(mins => $2) where user_id = $1',
          [user.id, minutes],
        ),
      )
    const begun = await calls.startLink(token)
    const { ticket } = await calls.finish(
      await calls.answer(begun.url, (await calls.newPerson()).login),
    )
    await age(11)
    const used = { ticket: ticket ?? '', verifier: begun.verifier }
    const refusals: (() => Promise<unknown>)[] = [
      () => calls.startLink(token),
      () => clientOf(token).call(linkUserIdentity, { ...calls.place, body: used }),
      () =>
        clientOf(token).call(unlinkUserIdentity, { ...calls.place, body: { provider: 'corp' } }),
    ]
    expect(used.ticket).not.toBe('')
    for (const refused of refusals)
      expect((await expectApiError(refused())).message).toContain('last 10 minutes')
    await age(9)
    await calls.startLink(token)
  })

  test('one person belongs to one user, and one user to one person of an issuer', async () => {
    const { login } = await calls.newPerson()
    await calls.enter(login)
    const another = await signUp(app.projectId)
    expect((await expectApiError(calls.link(another.token, login))).status).toBe(409)
    await calls.link(another.token, (await calls.newPerson()).login)
    const second = (await calls.newPerson()).login
    expect((await expectApiError(calls.link(another.token, second))).status).toBe(409)
  })

  test('a deleted row takes its identities along; a row with its id inherits nothing (R9)', async () => {
    const { login } = await calls.newPerson()
    const { user, token } = await calls.enter(login)
    const params = { table: 'people', id: user.id }
    await clientOf(token).call(deleteRow, { params, query: { $projectId: app.projectId } })
    const left = await withPlatform((on) =>
      on.query('select 1 from app_identity where user_id = $1', [user.id]),
    )
    expect(left.rowCount).toBe(0)
    expect((await calls.enter(login)).user.id).not.toBe(user.id)
  })

  test('a new password ends the links of the account', async () => {
    const { login, email } = await calls.newPerson()
    const { user } = await calls.enter(login)
    const params = { table: 'people', id: user.id }
    await app.owner.client.call(updateRow, {
      params,
      query: { $projectId: app.projectId },
      body: { email, password: 'a password of the owner', verified: true },
    })
    const left = await withPlatform((on) =>
      on.query('select 1 from app_identity where user_id = $1', [user.id]),
    )
    expect(left.rowCount).toBe(0)
  })
})
