import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createClient } from '../create-client.ts'
import { createData } from '../create-data.ts'
import { type LocalServer, startLocalServer } from '../testing/local-server.ts'
import { memoryStore } from './memory-store.ts'

const DAY_MS = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString()
const refusal = (code: string) => ({ error: { code, message: 'No.', requestId: 'r' } })

let server: LocalServer
beforeAll(async () => {
  server = await startLocalServer()
})
afterAll(() => server.close())

/** Lists rows with a token that is due, on a server that replaces it and whose first answers are lost. */
async function listWith({ token, lost }: { token: string; lost: number }) {
  server.requests.length = 0
  let exchanges = 0
  server.answer = ({ path, headers }) => {
    if (path.endsWith('/refresh')) {
      exchanges += 1
      return exchanges <= lost
        ? { status: 504, body: refusal('timeout') }
        : { body: { token: 'next', expiresOn: inDays(7) } }
    }
    const isOld = headers.authorization === `Bearer ${token}`
    return isOld
      ? { status: 401, body: refusal('unauthenticated') }
      : { body: { data: [], total: 0 } }
  }
  const onUnauthenticated = vi.fn()
  const session = memoryStore({
    ...{ token, table: 'people', userId: 'u1' },
    ...{ receivedOn: inDays(-4), expiresOn: inDays(3) },
  })
  const client = createClient({ baseUrl: server.address, session, onUnauthenticated })
  const listed = await createData({ client, projectId: 'prj_1' })
    .table('notes')
    .getMany()
    .catch((error: { status: number }) => error.status)
  const sent = server.requests.map(
    ({ path, headers }) => `${path.split('/').at(-1)} ${headers.authorization}`,
  )
  return { listed, sent, session, onUnauthenticated }
}

test('an exchange whose answer was lost is repeated when the old token is rejected', async () => {
  const { listed, sent, session, onUnauthenticated } = await listWith({ token: 'one', lost: 1 })
  expect(listed).toMatchObject({ data: [] })
  expect(sent).toEqual([
    'refresh Bearer one',
    'notes Bearer one',
    'refresh Bearer one',
    'notes Bearer next',
  ])
  expect(session.get()?.token).toBe('next')
  expect(onUnauthenticated).not.toHaveBeenCalled()
})

test('a session stays if the exchange cannot be repeated either', async () => {
  const { listed, sent, session, onUnauthenticated } = await listWith({ token: 'two', lost: 2 })
  expect(listed).toBe(401)
  expect(sent).toHaveLength(3)
  expect(session.get()?.token).toBe('two')
  expect(onUnauthenticated).not.toHaveBeenCalled()
})
