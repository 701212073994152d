import { randomUUID } from 'node:crypto'
import {
  acceptInvitation,
  changeUserPassword,
  createMember,
  createRow,
  resetPassword,
  resetUserPassword,
  saveProfile,
  signUpUser,
  updateRow,
} from '@plinth/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { appConfiguration, newApp, signUp } from '../../app/testing/app-tables.ts'
import { ownPlatform } from '../../app/testing/own-platform.ts'
import {
  clientOf,
  expectApiError,
  guest,
  newProject,
  newStaff,
  type Person,
  withPlatform,
} from '../../app/testing/people.ts'
import { hashToken } from '../../foundation/http/access/authenticate.ts'
import { newId } from '../../foundation/platform/new-id.ts'
import { SettingsError } from '../../foundation/settings/env.ts'
import { createFirstAdmin } from '../sign-in/create-first-admin.ts'
import { findKnownPassword } from './known-passwords.ts'
import { newToken } from './new-token.ts'

const KNOWN = 'This password is on lists of known passwords. Choose another one.'
const GOOD = 'a word of mine 7'

const newEmail = () => `person-${randomUUID()}@example.com`

let owner: Person
let projectId: string
beforeAll(async () => {
  owner = await newStaff()
  projectId = await newProject(owner)
})

/** Each endpoint that sets a password; called twice, it tries another password for the same account. */
type Choose = (password: string) => Promise<unknown>
const WAYS: Record<string, (email: string) => Promise<Choose>> = {
  'a member that is created': async (email) => (password) =>
    owner.client.call(createMember, {
      params: { projectId },
      body: { email, firstName: 'A', lastName: 'B', role: 'developer', password },
    }),
  'an invitation': async (email) => {
    const token = newToken()
    await withPlatform((client) =>
      client.query(
        `insert into invitation (id, organisation_id, email, token_hash, invited_by, expires_at)
         select $1, organisation_id, $2, $3, id, now() + interval '1 hour' from staff where id = $4`,
        [newId('inv'), email, hashToken(token), owner.id],
      ),
    )
    const names = { firstName: 'A', lastName: 'B' }
    return (password) => guest().call(acceptInvitation, { body: { token, password, ...names } })
  },
  'a reset link': async (email) => {
    const person = await newStaff()
    const token = newToken()
    await withPlatform(async (client) => {
      await client.query('update staff set email = $2 where id = $1', [person.id, email])
      await client.query(
        `insert into password_reset (token_hash, staff_id, expires_at)
         values ($1, $2, now() + interval '1 hour')`,
        [hashToken(token), person.id],
      )
    })
    return (password) => guest().call(resetPassword, { body: { token, password } })
  },
  'a profile': async (email) => {
    const person = await newStaff()
    const own = await newProject(person)
    return (password) =>
      person.client.call(saveProfile, {
        params: { projectId: own, userId: person.id },
        body: {
          email,
          first_name: 'A',
          last_name: 'B',
          password,
          currentPassword: person.password,
        },
      })
  },
}

describe.each(Object.entries(WAYS))('staff choose a password through %s', (_name, way) => {
  test("rejects known passwords and the account's own address, accepts others", async () => {
    const email = newEmail()
    const choose = await way(email)
    for (const password of ['12345678', 'PassWord', ' password1 ']) {
      const error = await expectApiError(choose(password))
      expect(error).toMatchObject({
        status: 422,
        details: [{ path: 'password', message: KNOWN }],
      })
    }
    for (const password of [email, email.toUpperCase(), email.split('@')[0] ?? '']) {
      const error = await expectApiError(choose(password))
      expect(error.message).toContain('is the email address or a part of it')
    }
    await choose(GOOD)
  })
})

test('the server does not start with a known password for the first admin', async () => {
  const platform = await ownPlatform()
  try {
    const start = (password: string) =>
      createFirstAdmin(platform.db, { email: 'boss@example.com', password })
    await expect(start('12345678')).rejects.toThrow(SettingsError)
    await expect(start('12345678')).rejects.toThrow(`PLINTH_ADMIN_PASSWORD: ${KNOWN}`)
    await expect(start('boss@example.com')).rejects.toThrow(SettingsError)
    expect(await start(GOOD)).toMatchObject({ email: 'boss@example.com' })
    // A password that an earlier version accepted does not prevent the start.
    expect(await start('12345678')).toBeUndefined()
  } finally {
    await platform.close()
  }
})

describe.each(['sqlite3', 'postgres'] as const)('app users on %s', (database) => {
  const params = { table: 'people' }
  let query: { $projectId: string }
  beforeAll(async () => {
    query = { $projectId: await newApp(owner, appConfiguration(database)) }
  })

  const ways: Record<string, (email: string) => Promise<Choose>> = {
    'a sign-up': async (email) => (password) =>
      guest().call(signUpUser, { params, query, body: { email, password } }),
    'a change of the password': async (email) => {
      const user = await signUp(query.$projectId, { email })
      return (password) =>
        clientOf(user.token).call(changeUserPassword, {
          params,
          query,
          body: { currentPassword: user.password, password },
        })
    },
    'a reset link': async (email) => {
      const { user } = await signUp(query.$projectId, { email })
      const token = newToken()
      await withPlatform((client) =>
        client.query(
          `insert into app_link (token_hash, environment_id, table_id, user_id, purpose, email, expires_at)
           select $1, id, 'people', $3, 'reset', $4, now() + interval '1 hour'
           from environment where project_id = $2 and name = 'dev'`,
          [hashToken(token), query.$projectId, user.id, email],
        ),
      )
      return (password) =>
        guest().call(resetUserPassword, { params, query, body: { token, password } })
    },
    'a row that staff create': async (email) => (password) =>
      owner.client.call(createRow, { params, query, body: { email, password } }),
    'a row that staff change': async (email) => {
      const { user } = await signUp(query.$projectId, { email })
      return (password) =>
        owner.client.call(updateRow, {
          params: { ...params, id: user.id },
          query,
          body: { email, password },
        })
    },
  }

  test.each(Object.keys(ways))('%s rejects known passwords', async (name) => {
    const email = newEmail()
    const choose = await ways[name]?.(email)
    if (!choose) throw new Error('no such way')
    for (const password of ['12345678', 'Password1', email]) {
      const error = await expectApiError(choose(password))
      expect(error).toMatchObject({ status: 422, details: [{ path: 'password' }] })
    }
    await choose(GOOD)
  })
})

test.each(['correct horse battery', 'a password of a test', 'long enough', 'Xk9!plinth-owner'])(
  '%j is not a known password',
  (password) => {
    expect(findKnownPassword({ password, email: 'ada@example.com' })).toBeUndefined()
  },
)
