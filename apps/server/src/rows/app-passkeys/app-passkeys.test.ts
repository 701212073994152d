import {
  addUserPasskey,
  changeUserPassword,
  deleteRow,
  eraseAppUser,
  exportAppUser,
  getAppAccount,
  getMe,
  listAudit,
  removeAppPasskey,
  renameUserPasskey,
  resetUserPassword,
} from '@plinth/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  clientOf,
  expectApiError,
  guest,
  newStaff,
  withPlatform,
} from '../../app/testing/people.ts'
import { hashToken } from '../../foundation/http/access/authenticate.ts'
import { countStored, HOST, newPasskeyApp, onPage, type PasskeyApp } from './testing/passkey-app.ts'

describe.each(['sqlite3', 'postgres'] as const)('passkeys of app users on %s', (database) => {
  let app: PasskeyApp
  beforeAll(async () => {
    app = await newPasskeyApp(database)
  })
  const place = { environment: 'dev', tableId: 'people' } as const
  const paramsOf = (userId: string) => ({ projectId: app.projectId, userId })
  const see = async (userId: string) =>
    (await app.owner.client.call(getAppAccount, { params: paramsOf(userId), query: place })).account

  test('signs in without an address, and the options name no account', async () => {
    const { id, authenticator, passkey } = await app.newHolder()
    const options = await app.ask()
    expect(options).toMatchObject({
      rpId: HOST,
      allowCredentials: [],
      userVerification: 'required',
    })
    const session = await app.enter(authenticator.getSole(options, onPage()))
    expect(session.user.id).toBe(id)
    expect((await clientOf(session.token).call(getMe)).user.id).toBe(id)
    const [listed] = await app.list(session)
    expect(listed).toMatchObject({ id: passkey.id, name: 'Phone', isUsable: true })
    expect(listed?.lastUsedOn).toBeTruthy()
  })

  test('asks for a verified, discoverable credential under a handle of its own', async () => {
    const holder = await app.newHolder()
    const options = await app.begin(holder)
    expect(options).toMatchObject({
      rp: { id: HOST },
      user: { name: holder.email },
      excludeCredentials: [{ id: holder.authenticator.id }],
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      attestation: 'none',
    })
    expect(options.user.id).not.toContain(holder.id)
    expect(options.user.id).not.toBe((await app.begin(await app.newHolder())).user.id)
  })

  test('the session has the length of the table and the same rights as after a code', async () => {
    await app.save({ sessionDays: 2 })
    const { authenticator } = await app.newHolder()
    const { expiresOn } = await app.enter(authenticator.getSole(await app.ask(), onPage()))
    const days = (Date.parse(expiresOn) - Date.now()) / 86_400_000
    expect(days).toBeGreaterThan(1.9)
    expect(days).toBeLessThan(2.1)
  })

  test('renames and removes; another way to sign in must be left', async () => {
    const holder = await app.newHolder()
    const { id: first } = holder.passkey
    const client = clientOf(holder.token)
    await client.call(renameUserPasskey, { ...app.one(first), body: { name: 'Old phone' } })
    expect(await app.list(holder)).toMatchObject([{ name: 'Old phone' }])
    const needed = await expectApiError(app.remove(holder, first))
    expect(needed).toMatchObject({ status: 422, details: [{ path: 'password' }] })
    const wrong = await expectApiError(app.remove(holder, first, { password: 'not it at all' }))
    expect(wrong).toMatchObject({ status: 422, details: [{ path: 'password' }] })
    const { passkey } = await app.add(holder)
    const session = await app.remove(holder, first)
    expect((await expectApiError(client.call(getMe))).status).toBe(401)
    expect(await app.list(session)).toMatchObject([{ id: passkey.id }])
    const last = await app.remove(session, passkey.id, { password: holder.password })
    expect(await app.list(last)).toEqual([])
    expect(
      (await expectApiError(app.remove(last, passkey.id, { password: holder.password }))).status,
    ).toBe(404)
  })

  test('has at most 20 passkeys, and a credential once', async () => {
    const holder = await app.newHolder()
    const again = holder.authenticator.create(await app.begin(holder), onPage())
    const taken = clientOf(holder.token).call(addUserPasskey, {
      ...app.at(),
      body: { credential: again },
    })
    expect((await expectApiError(taken)).status).toBe(409)
    await withPlatform((on) =>
      on.query(
        `insert into app_passkey (id, environment_id, table_id, user_id, host, name, credential_id, public_key,
           counter, transports)
         select id || number, environment_id, table_id, user_id, host, name, decode(to_hex(number + 100), 'hex'),
           public_key, 0, transports
         from app_passkey, generate_series(1, 19) as number where user_id = $1`,
        [holder.id],
      ),
    )
    const error = await expectApiError(app.add(holder))
    expect(error).toMatchObject({ status: 409, message: expect.stringContaining('at most 20') })
  })

  test('a new password and a reset end passkeys, as they unlink identities', async () => {
    const one = await app.newHolder()
    const password = 'another password of a test'
    const changed = await clientOf(one.token).call(changeUserPassword, {
      ...app.at(),
      body: { currentPassword: one.password, password },
    })
    expect(await app.list(changed)).toEqual([])
    const two = await app.newHolder()
    await withPlatform((on) =>
      on.query(
        `insert into app_link (token_hash, purpose, environment_id, table_id, user_id, email, expires_at)
         select $1, 'reset', environment_id, table_id, user_id, $2, now() + interval '1 hour'
         from app_passkey where user_id = $3`,
        [hashToken('a reset'), two.email, two.id],
      ),
    )
    await guest().call(resetUserPassword, { ...app.at(), body: { token: 'a reset', password } })
    for (const { id, authenticator } of [one, two]) {
      expect(await countStored(id)).toBe(0)
      const answer = authenticator.getSole(await app.ask(), onPage())
      expect((await expectApiError(app.enter(answer))).status).toBe(401)
    }
  })

  test('deleting the row deletes its passkeys', async () => {
    const holder = await app.newHolder()
    await app.begin(holder)
    await app.owner.client.call(deleteRow, {
      params: { table: 'people', id: holder.id },
      query: { $projectId: app.projectId },
    })
    expect(await countStored(holder.id)).toBe(0)
    const answer = holder.authenticator.getSole(await app.ask(), onPage())
    expect((await expectApiError(app.enter(answer))).status).toBe(401)
  })

  test('staff see them, remove one beside another way, and the audit names it', async () => {
    const holder = await app.newHolder()
    const { id } = holder
    const { passkey } = holder
    expect((await see(id)).passkeys).toEqual([passkey])
    const remove = (who = app.owner, environment: 'dev' | 'production' = 'dev') =>
      who.client.call(removeAppPasskey, {
        params: { ...paramsOf(id), passkeyId: passkey.id },
        body: { ...place, environment },
      })
    const last = await expectApiError(remove())
    expect(last).toMatchObject({ status: 422 })
    expect(last.message).toContain('because nothing else is left to sign in with')
    expect((await expectApiError(remove(await newStaff()))).status).toBe(404)
    expect((await expectApiError(remove(app.owner, 'production'))).status).toBe(403)
    const second = await app.add(holder)
    const { account } = await remove()
    expect(account).toMatchObject({ passkeys: [{ id: second.passkey.id }], sessions: [] })
    expect((await expectApiError(clientOf(holder.token).call(getMe))).status).toBe(401)
    const { entries } = await app.owner.client.call(listAudit, {
      params: app.params,
      query: { area: 'app-user' },
    })
    expect(entries[0]).toMatchObject({
      ...{ action: 'removed a passkey', entity_id: id, before: { name: 'Phone' } },
      after: { sessions: 1 },
    })
    expect((await expectApiError(remove())).status).toBe(404)
  })

  test('a passkey of a host that was left can always go', async () => {
    const holder = await app.newHolder()
    await app.save({ passkeyHost: 'app.example.com' })
    expect(await app.list(holder)).toMatchObject([{ isUsable: false }])
    expect(await app.list(await app.remove(holder, holder.passkey.id))).toEqual([])
    await app.save()
  })

  test('the export of a person lists names and dates without keys, and erasing deletes them', async () => {
    const { id, email, passkey } = await app.newHolder()
    const file = await app.owner.client.download(exportAppUser, {
      params: paramsOf(id),
      query: place,
    })
    expect(JSON.parse(await file.text()).account.passkeys).toEqual([passkey])
    expect(Object.keys(passkey).sort()).toEqual([
      'createdOn',
      'id',
      'isUsable',
      'lastUsedOn',
      'name',
    ])
    const body = { ...place, email, deletes: 1 }
    await app.owner.client.call(eraseAppUser, { params: paramsOf(id), body })
    expect(await countStored(id)).toBe(0)
  })
})
