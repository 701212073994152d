import { randomUUID } from 'node:crypto'
import {
  actAsAppUser,
  deleteRow,
  listUserIdentities,
  patchRow,
  saveAppAccount,
  signOutUser,
} from '@plinth/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { newPersonalKey } from '../../accounts/personal-keys/testing/device-login.ts'
import { type SignedUp, signUp } from '../../app/testing/app-tables.ts'
import {
  clientOf,
  expectApiError,
  join,
  newStaff,
  theAdmin,
  withPlatform,
} from '../../app/testing/people.ts'
import { testServer } from '../../app/testing/test-server.ts'
import { actingPlace, statusOf } from './testing/acting-place.ts'

type Place = Awaited<ReturnType<typeof actingPlace>>

describe.each(['sqlite3', 'postgres'] as const)('who may act as an app user on %s', (database) => {
  let actAs: Place['actAs']
  let newOwner: Place['newOwner']
  let owner: Place['owner']
  let people: Place['people']
  let place: Place['place']
  let projectId: Place['projectId']
  let query: Place['query']
  let user: SignedUp
  beforeAll(async () => {
    ;({ actAs, newOwner, owner, people, place, projectId, query } = await actingPlace(database))
    user = await signUp(projectId)
  })
  const asUser = (token: string, method: string, path: string, body?: object) =>
    fetch(`${testServer().address}/api/auth/people/${path}?$projectId=${projectId}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })

  test('may not do what only the user may', async () => {
    const other = await signUp(projectId)
    const { token } = await actAs(other.user.id)
    const ticket = { ticket: 'x', verifier: 'v'.repeat(43) }
    const calls: [method: string, path: string, body?: object][] = [
      ['POST', 'refresh', {}],
      ['POST', 'password', { currentPassword: other.password, password: 'another password' }],
      ['POST', 'provider/corp/link', { challenge: 'c'.repeat(43) }],
      ['POST', 'identity', ticket],
      ['DELETE', 'identity', { provider: 'corp' }],
      ['POST', `approval/${randomUUID()}/decide`, { decision: 'approve' }],
    ]
    for (const call of calls) {
      const answer = await asUser(token, ...call)
      const { error } = (await answer.json()) as { error: { message: string } }
      expect([call[1], answer.status]).toEqual([call[1], 403])
      expect(error.message).toContain('Only the user may')
    }
    const client = clientOf(token)
    const own = { params: { table: 'people', id: other.user.id }, query: query }
    expect((await expectApiError(client.call(deleteRow, own))).status).toBe(403)
    for (const body of [{ email: 'new@example.com' }, { password: 'another password' }])
      expect((await expectApiError(client.call(patchRow, { ...own, body }))).status).not.toBe(200)
    // Reading is allowed, and so is ending itself; the user's own session stays.
    expect((await client.call(listUserIdentities, people)).identities).toEqual([])
    await client.call(signOutUser, people)
    expect([await statusOf(token), await statusOf(other.token)]).toEqual([401, 200])
    // The user may do all of it.
    expect((await asUser(other.token, 'POST', 'refresh', {})).status).toBe(200)
  })

  test('owners and admins only, in production admins only; a disabled account is refused', async () => {
    const developer = await newStaff()
    await join(developer, { projectId, role: 'developer' })
    const { id } = user.user
    expect((await expectApiError(actAs(id, { who: developer }))).status).toBe(403)
    expect((await expectApiError(actAs(id, { who: await newStaff() }))).status).toBe(404)
    const admin = await theAdmin()
    expect((await actAs(id, { who: admin })).token).toMatch(/^plu_/)
    const inProduction = { environment: 'production' } as const
    expect((await expectApiError(actAs(id, inProduction))).status).toBe(403)
    const other = await signUp(projectId)
    const params = { projectId, userId: other.user.id }
    const body = { ...place, isDisabled: true }
    await owner.client.call(saveAppAccount, { params, body })
    expect((await expectApiError(actAs(other.user.id))).status).toBe(409)
  })

  test('a personal key, an API key and the session itself cannot start it', async () => {
    const key = await newPersonalKey(owner, { projectIds: [projectId], readOnly: false })
    const { token } = await actAs(user.user.id)
    for (const [bearer, status] of [
      [key, 403],
      [token, 401],
    ] as const) {
      const who = { ...owner, client: clientOf(bearer) }
      expect((await expectApiError(actAs(user.user.id, { who }))).status).toBe(status)
    }
  })

  test('the token is answered once: a repeated request gets 409 and nothing stored has it', async () => {
    const call = { params: { projectId, userId: user.user.id }, idempotencyKey: randomUUID() }
    const body = { ...place, reason: 'once' }
    const { token } = await owner.client.call(actAsAppUser, { ...call, body })
    expect((await expectApiError(owner.client.call(actAsAppUser, { ...call, body }))).status).toBe(
      409,
    )
    expect(await statusOf(token)).toBe(200)
    const { rows } = await withPlatform((on) =>
      on.query('select answer from idempotency where key = $1', [call.idempotencyKey]),
    )
    expect(JSON.stringify(rows)).not.toContain(token)
  })

  test('is limited per member of staff', async () => {
    const who = await newOwner()
    await withPlatform((on) =>
      on.query(`insert into rate_limit (key, points, expire) values ($1, 1000000, $2)`, [
        `act-as:${who.id}`,
        Date.now() + 60_000,
      ]),
    )
    expect(await expectApiError(actAs(user.user.id, { who }))).toMatchObject({ status: 429 })
    expect((await actAs(user.user.id)).token).toMatch(/^plu_/)
  })
})
