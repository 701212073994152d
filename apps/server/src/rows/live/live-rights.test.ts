import { randomUUID } from 'node:crypto'
import {
  actAsAppUser,
  createKey,
  deleteKey,
  deleteProject,
  disableStaff,
  endAppSessions,
  listOrigins,
  removeMember,
  saveAvailability,
  saveOrigins,
  signOut,
  signOutUser,
  signUpUser,
  updateMember,
} from '@plinth/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RunningServer } from '../../app/startup/start-server.ts'
import {
  clientOf,
  guest,
  join,
  newStaff,
  theAdmin,
  withPlatform,
} from '../../app/testing/people.ts'
import { startBeside } from '../../app/testing/start-beside.ts'
import { follow, type LivePlace, livePlace, NOTES } from './testing/live-place.ts'

const ORIGIN = 'https://app.example.com'

/** Another process, which also checks rights at a short interval. */
let clocked: RunningServer
beforeAll(async () => {
  clocked = await startBeside({}, { streamCheckMs: 100 })
})
afterAll(() => clocked.stop())

interface Loss {
  /** The token of the stream, and what ends the right to it. */
  prepare(place: LivePlace): Promise<{
    token?: string
    headers?: Record<string, string>
    lose: () => Promise<unknown>
  }>
  code: string
}

/** A session of staff as an app user, which needs a row. */
async function newActor({ projectId, owner }: LivePlace) {
  const actor = await newStaff()
  await join(actor, { projectId, role: 'owner' })
  const body = { email: `${randomUUID()}@example.com`, password: 'a password of a user' }
  const at = { params: { table: 'user' }, query: { $projectId: projectId } }
  const { user } = await guest().call(signUpUser, { ...at, body })
  const params = { projectId, userId: user.id }
  const { token } = await actor.client.call(actAsAppUser, {
    params,
    body: { environment: 'dev', tableId: 'users', reason: 'test' },
  })
  const signOutUser = () =>
    owner.client.call(endAppSessions, { params, body: { environment: 'dev', tableId: 'users' } })
  return { actor, token, signOutUser }
}

async function newMember({ projectId }: LivePlace) {
  const member = await newStaff()
  await join(member, { projectId, role: 'developer' })
  return member
}

const newKey = ({ owner, projectId }: LivePlace) =>
  owner.client.call(createKey, {
    params: { projectId },
    body: { name: 'Live', environment: 'dev', tables: [{ table: 'note', operations: ['list'] }] },
  })

async function setOrigins({ owner, projectId }: LivePlace, origins: string[]) {
  const params = { projectId }
  const { data } = await owner.client.call(listOrigins, { params })
  const dev = data.find(({ environment }) => environment === 'dev')
  const body = { environmentId: dev?.environmentId ?? '', origins, allowsLocal: false }
  await owner.client.call(saveOrigins, { params, body })
}

const stop = (state: 'suspended' | 'archived') => async (place: LivePlace) => ({
  lose: async () =>
    (await theAdmin()).client.call(saveAvailability, {
      params: { projectId: place.projectId },
      body: { state, reason: 'test' },
    }),
})

const STRICT = `with strict as (insert into organisation (id, name, two_factor_required)
    values ('org_' || $1, 'Strict', true) returning id)
  update staff set organisation_id = (select id from strict) where id = $1`

const LOSSES: Record<string, Loss> = {
  'its app user signs out': {
    async prepare(place) {
      const { token } = await place.newUser()
      const lose = () =>
        clientOf(token).call(signOutUser, {
          params: { table: 'user' },
          query: { $projectId: place.projectId },
        })
      return { token, lose }
    },
    code: 'unauthenticated',
  },
  'its key is revoked': {
    async prepare(place) {
      const { key, secret } = await newKey(place)
      const params = { projectId: place.projectId, id: key.id }
      return { token: secret, lose: () => place.owner.client.call(deleteKey, { params }) }
    },
    code: 'unauthenticated',
  },
  'its member of staff signs out': {
    async prepare(place) {
      const { token, client } = await newMember(place)
      return { token, lose: () => client.call(signOut) }
    },
    code: 'unauthenticated',
  },
  'its member of staff is disabled': {
    async prepare(place) {
      const { id: staffId, token } = await newMember(place)
      const lose = async () => (await theAdmin()).client.call(disableStaff, { params: { staffId } })
      return { token, lose }
    },
    code: 'unauthenticated',
  },
  'its member of staff has to set up a second factor': {
    async prepare(place) {
      const { id, token } = await newMember(place)
      return { token, lose: () => withPlatform((client) => client.query(STRICT, [id])) }
    },
    code: 'forbidden',
  },
  'its member is removed': {
    async prepare(place) {
      const { id: memberId, token } = await newMember(place)
      const params = { projectId: place.projectId, memberId }
      return { token, lose: () => place.owner.client.call(removeMember, { params }) }
    },
    code: 'not_found',
  },
  'who acts as its app user is no owner any more': {
    async prepare(place) {
      const { actor, token } = await newActor(place)
      const params = { projectId: place.projectId, memberId: actor.id }
      const body = { role: 'developer' } as const
      return { token, lose: () => place.owner.client.call(updateMember, { params, body }) }
    },
    code: 'unauthenticated',
  },
  'who acts as its app user signs out': {
    async prepare(place) {
      const { actor, token } = await newActor(place)
      return { token, lose: () => actor.client.call(signOut) }
    },
    code: 'unauthenticated',
  },
  'the app user as whom staff act is signed out everywhere': {
    async prepare(place) {
      const { token, signOutUser } = await newActor(place)
      return { token, lose: signOutUser }
    },
    code: 'unauthenticated',
  },
  'the origin of its page is removed': {
    async prepare(place) {
      await setOrigins(place, [ORIGIN])
      return { headers: { origin: ORIGIN }, lose: () => setOrigins(place, []) }
    },
    code: 'forbidden',
  },
  'the project is suspended': { prepare: stop('suspended'), code: 'project_suspended' },
  'the project is archived': { prepare: stop('archived'), code: 'project_suspended' },
  'the project is deleted': {
    async prepare({ owner, projectId }) {
      return { lose: () => owner.client.call(deleteProject, { params: { projectId } }) }
    },
    code: 'not_found',
  },
}

describe('a stream of changes ends with the right to it (R28)', () => {
  test.each(Object.keys(LOSSES))('when %s', async (name) => {
    const loss = LOSSES[name] as Loss
    const place = await livePlace('postgres')
    const { lose, ...options } = await loss.prepare(place)
    const stream = await follow(place, options)
    const staying = await follow(place, { token: (await place.newUser()).token })
    const { id } = await place.create({ status: 'public' })
    expect((await stream.next('change')).data.id).toBe(id)
    await lose()
    expect((await stream.next('end')).data.error.code).toBe(loss.code)
    expect(await stream.read()).toBeUndefined()
    staying.close()
  })

  test('a key whose grants are narrowed loses the subscription, by the periodic check', async () => {
    const place = await livePlace('postgres')
    const { key, secret } = await newKey(place)
    const stream = await follow(place, { token: secret, address: clocked.address })
    await withPlatform((client) =>
      client.query(`update api_key set grants = '{}' where id = $1`, [key.id]),
    )
    expect((await stream.next('error')).data).toMatchObject({
      subscription: 's',
      error: { code: 'forbidden' },
    })
    stream.close()
  })
})

describe.each(['sqlite3', 'postgres'] as const)('subscriptions on %s', (database) => {
  test('are reset by another rule, and end with their table or field', async () => {
    const place = await livePlace(database)
    const { token } = await place.newUser()
    const subscriptions = [
      { id: 'plain', table: 'note' },
      { id: 'counted', table: 'note', filter: 'count > 1' },
    ]
    const stream = await place.open({ token, subscriptions })
    await stream.next('subscribed')
    await stream.next('subscribed')
    const { id } = await place.create({ title: 'one', status: 'public', count: 5 })
    expect((await stream.next('change')).data.id).toBe(id)

    const rules = { ...NOTES.rules, list: 'status = "open"' }
    await place.sync([{ ...NOTES, rules }])
    const resets = [await stream.next('reset'), await stream.next('reset')]
    expect(resets.map(({ data }) => data.reason)).toEqual(['schema', 'schema'])
    await place.create({ status: 'public', count: 5 })
    const open = await place.create({ status: 'open', count: 5 })
    expect((await stream.next('change')).data.id).toBe(open.id)

    const columns = NOTES.columns.map((each) =>
      each.name === 'count' ? { ...each, name: 'amount' } : each,
    )
    await place.sync([{ ...NOTES, rules, columns }])
    expect((await stream.next('error')).data.subscription).toBe('counted')
    await place.sync([{ ...NOTES, rules, columns, live: false }])
    const ended = await stream.next('error')
    expect(ended.data).toMatchObject({ subscription: 'plain', error: { code: 'bad_request' } })
    stream.close()
  })

  test('cannot resume over a change of the rules', async () => {
    const place = await livePlace(database)
    const { token } = await place.newUser()
    const stream = await follow(place, { token })
    stream.close()
    await place.create({ title: 'before', status: 'public' })
    await place.sync([{ ...NOTES, rules: { ...NOTES.rules, list: 'true' } }])
    const again = await place.open({
      token,
      subscriptions: [{ id: 's', table: 'note', after: stream.position }],
    })
    expect((await again.next('reset')).data.reason).toBe('position')
    again.close()
  })
})
