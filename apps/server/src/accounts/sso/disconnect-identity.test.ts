import {
  disconnectIdentity,
  disconnectStaffIdentity,
  getDevUser,
  getSsoIdentity,
  listStaff,
  reauthenticate,
} from '@plinth/contract'
import { expect, test } from 'vitest'
import {
  clientOf,
  expectApiError,
  newStaff,
  type Person,
  theAdmin,
  withPlatform,
} from '../../app/testing/people.ts'
import { countOf, useSso } from './testing/use-sso.ts'

const { connect, enter } = await useSso()

const noticesOf = ({ id }: Person) =>
  countOf('notice', `staff_id = $1 and kind = 'identity-disconnected'`, [id])

const isConnected = async (admin: Person, { email }: Person) => {
  const { staff } = await admin.client.call(listStaff, { query: { search: email } })
  return staff[0]?.connected
}

test('a person sees and disconnects the own identity, which ends the sessions that it opened', async () => {
  const owner = await newStaff()
  const none = { identity: null, offered: 'Test provider' }
  expect(await owner.client.call(getSsoIdentity)).toEqual(none)
  expect(await expectApiError(owner.client.call(disconnectIdentity))).toMatchObject({ status: 409 })
  const { login, token } = await connect(owner)
  expect(await owner.client.call(getSsoIdentity)).toMatchObject({
    identity: { provider: 'Test provider', connectedOn: expect.any(String) },
  })
  await owner.client.call(disconnectIdentity)
  expect(await owner.client.call(getSsoIdentity)).toEqual(none)
  expect((await owner.client.call(getDevUser)).user.id).toBe(owner.id)
  expect(await expectApiError(clientOf(token).call(getDevUser))).toMatchObject({ status: 401 })
  expect(await expectApiError(enter(login))).toMatchObject({ details: [{ path: 'password' }] })
  expect(
    await countOf('audit', `action = 'disconnected an identity' and staff_id = $1`, [owner.id]),
  ).toBe(1)
  expect(await noticesOf(owner)).toBe(1)
})

test('the session of the caller ends too if the provider opened it', async () => {
  const owner = await newStaff()
  const { token } = await connect(owner)
  await clientOf(token).call(disconnectIdentity)
  expect(await expectApiError(clientOf(token).call(getDevUser))).toMatchObject({ status: 401 })
})

test('a session that only the provider vouches for proves nothing, and disconnects nothing', async () => {
  const owner = await newStaff()
  const { login } = await connect(owner)
  const { token } = await enter(login)
  expect(await expectApiError(clientOf(token).call(disconnectIdentity))).toMatchObject({
    code: 'reauthenticate',
  })
  expect(await countOf('staff_identity', 'staff_id = $1', [owner.id])).toBe(1)
  await clientOf(token).call(reauthenticate, { body: { currentPassword: owner.password } })
  await clientOf(token).call(disconnectIdentity)
})

test('an admin disconnects another account, and nobody else does', async () => {
  const [admin, owner, other] = [await theAdmin(), await newStaff(), await newStaff()]
  const { token } = await connect(owner)
  const params = { staffId: owner.id }
  expect(
    await expectApiError(other.client.call(disconnectStaffIdentity, { params })),
  ).toMatchObject({ status: 403 })
  expect(await isConnected(admin, owner)).toBe(true)
  await admin.client.call(disconnectStaffIdentity, { params })
  expect(await isConnected(admin, owner)).toBe(false)
  expect(await expectApiError(clientOf(token).call(getDevUser))).toMatchObject({ status: 401 })
  expect((await owner.client.call(getDevUser)).user.id).toBe(owner.id)
  const again = admin.client.call(disconnectStaffIdentity, { params })
  expect(await expectApiError(again)).toMatchObject({ status: 409 })
  const { rows } = await withPlatform((on) =>
    on.query(
      `select staff_id from audit where action = 'disconnected an identity' and entity_id = $1`,
      [owner.id],
    ),
  )
  expect(rows).toEqual([{ staff_id: admin.id }])
  expect(await noticesOf(owner)).toBe(1)
  const unknown = { params: { staffId: `${owner.id.slice(0, -3)}xxx` } }
  expect(await expectApiError(admin.client.call(disconnectStaffIdentity, unknown))).toMatchObject({
    status: 404,
  })
})
