import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createClient } from '../create-client.ts'
import { createData } from '../create-data.ts'
import { createUsers } from '../create-users.ts'
import { type LocalServer, startLocalServer } from '../testing/local-server.ts'
import { memoryStore } from './memory-store.ts'

const projectId = 'prj_1'
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
const sent = () =>
  server.requests.map(({ path, headers }) => `${path.split('/').at(-1)} ${headers.authorization}`)

let server: LocalServer
beforeAll(async () => {
  server = await startLocalServer()
})
afterAll(() => server.close())
beforeEach(() => {
  server.requests.length = 0
  server.answer = ({ path, headers }) => {
    if (!path.endsWith('/me')) return { body: { data: [] } }
    const actor = { name: 'Sue Support', expiresOn: inMinutes(15) }
    const isActing = headers.authorization === 'Bearer acting'
    return { body: { user: { id: 'u1' }, ...(isActing && { actor }) } }
  }
})

function app() {
  const store = memoryStore({
    ...{ token: 'own', table: 'people', userId: 'me', $projectId: projectId },
    ...{ receivedOn: inMinutes(0), expiresOn: inMinutes(60) },
  })
  const client = createClient({ baseUrl: server.address, session: store })
  const users = createUsers({ client, projectId, table: 'people' })
  return { store, users, notes: createData({ client, projectId }).table('notes') }
}

test('a token of staff replaces the stored session, which names them', async () => {
  const { store, users, notes } = app()
  const { user } = await users.actAs(' acting\n')
  expect(user.id).toBe('u1')
  expect(store.get()).toMatchObject({ token: 'acting', userId: 'u1', actor: 'Sue Support' })
  await notes.getMany()
  expect(sent()).toEqual(['me Bearer acting', 'notes Bearer acting'])
})

test('it is not refreshed, however old it is', async () => {
  const { store, users, notes } = app()
  await users.actAs('acting')
  const session = store.get()
  if (session) store.set({ ...session, receivedOn: inMinutes(-14), expiresOn: inMinutes(1) })
  await notes.getMany()
  expect(sent().slice(1)).toEqual(['notes Bearer acting'])
})

test('another token is refused, and the stored session stays', async () => {
  const { store, users } = app()
  await expect(users.actAs('a token of a user')).rejects.toThrow('staff act as a user')
  server.answer = () => ({
    status: 401,
    body: { error: { code: 'unauthenticated', message: 'No.' } },
  })
  await expect(users.actAs('ended')).rejects.toMatchObject({ status: 401 })
  expect(store.get()).toMatchObject({ token: 'own', userId: 'me' })
})
