import { randomUUID } from 'node:crypto'
import type { Client } from '@plinth/client'
import {
  deleteProject,
  getDevUser,
  reauthenticate,
  resetPassword,
  saveProfile,
} from '@plinth/contract'
import { describe, expect, test } from 'vitest'
import {
  clientOf,
  expectApiError,
  guest,
  newProject,
  newStaff,
  type Person,
  withPlatform,
} from '../../app/testing/people.ts'
import { turnOnTwoFactor } from '../../app/testing/two-factor.ts'
import { hashToken } from '../../foundation/http/access/authenticate.ts'
import { runStaffCommand } from '../sso-only/testing/run-staff-command.ts'
import { countOf, useSso } from './testing/use-sso.ts'

const { begin, finish, enter, connect, newPerson } = await useSso()

async function resetByMail(owner: Person): Promise<void> {
  const token = randomUUID()
  await withPlatform((on) =>
    on.query(
      `insert into password_reset (token_hash, staff_id, expires_at)
       values ($1, $2, now() + interval '1 hour')`,
      [hashToken(token), owner.id],
    ),
  )
  await guest().call(resetPassword, { body: { token, password: 'a new password' } })
}

const resetByOperator = ({ email }: Person) => runStaffCommand('reset-password', email)

async function save(
  owner: Person,
  { client = owner.client, ...change }: { email?: string; password?: string; client?: Client },
): Promise<void> {
  const projectId = await newProject(owner)
  await client.call(saveProfile, {
    params: { projectId, userId: owner.id },
    body: {
      ...{ email: owner.email, first_name: 'Ada', last_name: 'Example', password: null },
      ...{ currentPassword: owner.password, ...change },
    },
  })
}

describe('the identity of an account is disconnected, and its sessions end', () => {
  test.each([
    ['a password reset by mail', resetByMail],
    ["the operator's password reset", resetByOperator],
    ['a new address', (owner: Person) => save(owner, { email: `${randomUUID()}@example.com` })],
    ['a new password', (owner: Person) => save(owner, { password: 'a new password' })],
  ])('by %s', async (_name, change) => {
    const owner = await newStaff()
    const { login, token } = await connect(owner)
    await change(owner)
    expect(await countOf('staff_identity', 'staff_id = $1', [owner.id])).toBe(0)
    expect(await expectApiError(clientOf(token).call(getDevUser))).toMatchObject({ status: 401 })
    expect(await expectApiError(enter(login))).toMatchObject({
      status: expect.toBeOneOf([401, 403]),
    })
  })

  test('except the own one, which is a session of a password from then on', async () => {
    const owner = await newStaff()
    const { token } = await connect(owner)
    const row = (state: string) =>
      countOf('session', `token_hash = $1 and ${state}`, [hashToken(token)])
    await withPlatform((on) =>
      on.query(
        `update session set identity_second_factor = true, provider_proved_at = now()
         where token_hash = $1`,
        [hashToken(token)],
      ),
    )
    expect(await row('identity_client is not null')).toBe(1)
    await save(owner, { email: `${randomUUID()}@example.com`, client: clientOf(token) })
    expect(
      await row(
        `identity_issuer is null and identity_client is null and not identity_second_factor
         and provider_proved_at = '-infinity'`,
      ),
    ).toBe(1)
  })

  test('not by a new name', async () => {
    const owner = await newStaff()
    const { login, token } = await connect(owner)
    await save(owner, {})
    expect((await clientOf(token).call(getDevUser)).user.id).toBe(owner.id)
    expect((await enter(login)).token).toBeTruthy()
  })
})

describe('a recent proof', () => {
  const remove = async (owner: Person, token: string) => {
    const projectId = await newProject(owner)
    return clientOf(token).call(deleteProject, { params: { projectId } })
  }

  test('is missing after a sign-in that only the provider vouches for', async () => {
    const owner = await newStaff()
    const { login } = await connect(owner)
    const { token } = await enter(login)
    expect(await expectApiError(remove(owner, token))).toMatchObject({ code: 'reauthenticate' })
    await clientOf(token).call(reauthenticate, { body: { currentPassword: owner.password } })
    await remove(owner, token)
    const created = await enter((await newPerson()).login)
    expect(
      await countOf('session', `token_hash = $1 and proved_at = '-infinity'`, [
        hashToken(created.token),
      ]),
    ).toBe(1)
  })

  test('is the password that connects the account, or the code', async () => {
    const owner = await newStaff()
    const { login, token } = await connect(owner)
    await remove(owner, token)
    const { recoveryCodes } = await turnOnTwoFactor(owner)
    const second = await finish({ ...(await begin(login)), code: recoveryCodes[0] ?? '' })
    await remove(owner, second.token)
  })
})

describe('an account that changes while its sign-in ends', () => {
  const changes: [string, string][] = [
    ['its password', `update staff set password_hash = 'changed' where id = $1`],
    ['its state', 'update staff set disabled_at = now() where id = $1'],
    ['its confirmation', `update staff set pending = 'approval' where id = $1`],
  ]

  /** Makes a change that commits only when the sign-in waits for the row. */
  const during = (owner: Person, change: string, act: () => Promise<unknown>) =>
    withPlatform(async (on) => {
      await on.query('begin')
      await on.query('select 1 from staff where id = $1 for update', [owner.id])
      const ending = expectApiError(act())
      await expect
        .poll(() =>
          countOf('pg_stat_activity', `wait_event_type = 'Lock' and query like $1`, [
            '%from staff where id%for update%',
          ]),
        )
        .toBeGreaterThan(0)
      await on.query(change, [owner.id])
      await on.query('commit')
      return ending
    })

  test.each(changes)('in %s is not connected', async (_name, change) => {
    const owner = await newStaff()
    const { login } = await newPerson({ email: owner.email })
    const begun = await begin(login)
    const error = await during(owner, change, () => finish({ ...begun, password: owner.password }))
    expect(error).toMatchObject({ status: 409 })
    expect(await countOf('staff_identity', 'staff_id = $1', [owner.id])).toBe(0)
  })

  test('in its connection is not connected again without the password', async () => {
    const owner = await newStaff()
    const { login } = await connect(owner)
    const begun = await begin(login)
    const change = 'delete from staff_identity where staff_id = $1'
    expect(await during(owner, change, () => finish(begun))).toMatchObject({ status: 409 })
    expect(await countOf('staff_identity', 'staff_id = $1', [owner.id])).toBe(0)
  })
})
