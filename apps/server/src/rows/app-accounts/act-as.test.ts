import { randomUUID } from 'node:crypto'
import {
  ACT_AS_MINUTES,
  createRow,
  deleteRow,
  deployDatabase,
  getMe,
  listAppAccounts,
  listAudit,
  listRequests,
  listRows,
  patchRow,
} from '@plinth/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { type SignedUp, signUp } from '../../app/testing/app-tables.ts'
import { eventually } from '../../app/testing/eventually.ts'
import { clientOf, expectApiError, theAdmin, withPlatform } from '../../app/testing/people.ts'
import { actingPlace } from './testing/acting-place.ts'

type Place = Awaited<ReturnType<typeof actingPlace>>

describe.each(['sqlite3', 'postgres'] as const)('acting as an app user on %s', (database) => {
  let actAs: Place['actAs']
  let notes: Place['notes']
  let owner: Place['owner']
  let place: Place['place']
  let projectId: Place['projectId']
  let query: Place['query']
  let see: Place['see']
  let user: SignedUp
  beforeAll(async () => {
    ;({ actAs, notes, owner, place, projectId, query, see } = await actingPlace(database))
    user = await signUp(projectId)
  })

  test('rules see the user, and /auth/me names who acts and until when', async () => {
    const { token, expiresOn } = await actAs(user.user.id)
    const me = await clientOf(token).call(getMe)
    expect(me).toMatchObject({
      user: { id: user.user.id, email: user.email },
      actor: { name: 'Test Person', expiresOn },
    })
    const minutes = (Date.parse(expiresOn) - Date.now()) / 60_000
    expect(minutes).toBeGreaterThan(ACT_AS_MINUTES - 1)
    expect(minutes).toBeLessThanOrEqual(ACT_AS_MINUTES)
    expect(await clientOf(user.token).call(getMe)).not.toHaveProperty('actor')
    const body = { title: 'mine', author: user.user.id }
    await clientOf(user.token).call(createRow, { ...notes, body })
    const { data } = await clientOf(token).call(listRows, notes)
    expect(data).toMatchObject([{ title: 'mine' }])
  })

  test('every write is audited with both names, and the request log has both', async () => {
    const other = await signUp(projectId)
    const { token } = await actAs(other.user.id)
    const client = clientOf(token)
    const body = { title: 'by support', author: other.user.id }
    const made = await client.call(createRow, { ...notes, body })
    const row = made.data as { id: string }
    const one = { params: { table: 'notes', id: row.id }, query: query }
    await client.call(patchRow, { ...one, body: { title: 'changed' } })
    await client.call(deleteRow, one)
    const { entries } = await owner.client.call(listAudit, {
      params: { projectId },
      query: { area: 'row' },
    })
    const suffix = ` a row of notes as people/${other.user.id}`
    expect(entries.slice(0, 3)).toMatchObject([
      { action: `deleted${suffix}`, person: { id: owner.id }, entity_id: row.id },
      { action: `updated${suffix}`, before: { title: 'by support' }, after: { title: 'changed' } },
      { action: `created${suffix}`, after: { title: 'by support' } },
    ])
    // The user's own writes are not audited, and their requests have no actor.
    await clientOf(other.token).call(createRow, { ...notes, body })
    const after = await owner.client.call(listAudit, {
      params: { projectId },
      query: { area: 'row' },
    })
    expect(after.entries[0]?.id).toBe(entries[0]?.id)
    const logged = await eventually(async () => {
      const { requests } = await owner.client.call(listRequests, {
        params: { projectId },
        query: { kind: 'user' },
      })
      const own = requests.filter(({ who }) => who === other.user.id)
      return own.filter(({ call }) => call === 'createRow').length === 2 && own
    })
    const creates = logged.filter(({ call }) => call === 'createRow')
    expect(creates.map(({ actorName }) => actorName)).toEqual([null, 'Test Person'])
  })

  test('the start is audited with its reason; a wrong reason is refused', async () => {
    await actAs(user.user.id, { reason: '  Refund 7  ' })
    const { entries } = await owner.client.call(listAudit, {
      params: { projectId },
      query: { area: 'app-user' },
    })
    expect(entries[0]).toMatchObject({
      ...{ action: 'acted as', entity_id: user.user.id, environment: 'dev' },
      person: { id: owner.id },
      after: { reason: 'Refund 7', tableId: 'people' },
    })
    for (const reason of ['', '   ', 'x'.repeat(201)])
      expect((await expectApiError(actAs(user.user.id, { reason }))).status).toBe(422)
    expect((await expectApiError(actAs(randomUUID()))).status).toBe(404)
    const wrongTable = actAs(user.user.id, { tableId: 'notes' })
    expect((await expectApiError(wrongTable)).status).toBe(404)
  })

  test('is listed honestly, and is no use of the account by its user', async () => {
    const other = await signUp(projectId)
    await withPlatform((on) =>
      on.query(
        `update app_session set last_used_at = now() - interval '1 hour' where user_id = $1`,
        [other.user.id],
      ),
    )
    const before = (await see(other.user.id)).lastSeenOn
    const { expiresOn, token } = await actAs(other.user.id)
    await clientOf(token).call(getMe)
    const { sessions, lastSeenOn } = await see(other.user.id)
    expect(lastSeenOn).toBe(before)
    expect(sessions).toMatchObject([{ actor: 'Test Person', expiresOn }, { actor: null }])
    const list = async () => {
      const { data } = await owner.client.call(listAppAccounts, {
        params: { projectId },
        query: { ...place, search: other.email },
      })
      return data[0]
    }
    expect(await list()).toMatchObject({ lastSeenOn: before, openSessions: 2 })
    await withPlatform((on) =>
      on.query('delete from app_session where user_id = $1 and actor_session_id is null', [
        other.user.id,
      ]),
    )
    expect(await list()).toMatchObject({ lastSeenOn: null, openSessions: 1 })
    expect((await see(other.user.id)).lastSeenOn).toBeNull()
  })

  test('in production an admin acts there, and the token is a guest elsewhere', async () => {
    const admin = await theAdmin()
    await admin.client.call(deployDatabase, { params: { projectId }, body: {} })
    const made = await admin.client.call(createRow, {
      params: { table: 'people' },
      query: { ...query, $environment: 'production' },
      body: { email: `${randomUUID()}@example.com`, password: 'a password of a user' },
    })
    const data = made.data as { id: string }
    const production = { environment: 'production', who: admin } as const
    const { token } = await actAs(data.id, production)
    expect((await clientOf(token).call(getMe)).user.id).toBe(data.id)
    expect((await clientOf(token).call(listRows, notes)).data).toEqual([])
    const body = { title: 'x', author: data.id }
    expect((await expectApiError(clientOf(token).call(createRow, { ...notes, body }))).status).toBe(
      403,
    )
  })
})
