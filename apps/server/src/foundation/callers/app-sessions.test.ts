import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { newAppUser } from '../../app/testing/app-users.ts'
import { eventually } from '../../app/testing/eventually.ts'
import { newProject, newStaff, withPlatform } from '../../app/testing/people.ts'
import { hashAppToken, hashToken } from '../http/access/authenticate.ts'
import { openJobs } from '../jobs/jobs.ts'
import { type Database, openDatabase } from '../platform/database.ts'
import { openPubSub, type PubSub } from '../pubsub/pubsub.ts'
import {
  addAppSession,
  endAppSession,
  endAppSessionsOf,
  exchangeAppToken,
} from './app-session-store.ts'
import { type AppSessions, openAppSessions } from './app-sessions.ts'

let db: Database
let one: AppSessions
let other: AppSessions
let projectId: string
let app: string
let hubs: [PubSub, PubSub]

/** The session caches of two processes on one platform. */
beforeAll(async () => {
  const url = inject('server').databaseUrl
  const log = pino({ level: 'silent' })
  db = openDatabase({ url, maxConnections: 4, onError: () => {} })
  hubs = [openPubSub({ url, log }), openPubSub({ url, log })]
  const jobs = openJobs(log)
  one = await openAppSessions({ db, pubsub: hubs[0], jobs })
  other = await openAppSessions({ db, pubsub: hubs[1], jobs })
  projectId = await newProject(await newStaff())
  app = inject('server').address
})

afterAll(async () => {
  await one.close()
  await other.close()
  for (const hub of hubs) await hub.close()
  await db.close()
})

async function signedIn() {
  const { token, ...user } = await newAppUser(projectId)
  const tokenHash = hashToken(token)
  expect(await one.find(tokenHash)).toEqual(user)
  expect(await other.find(tokenHash)).toEqual(user)
  return { token, tokenHash, user }
}

test('caches a session, so that the next request reads nothing', async () => {
  const { tokenHash, user } = await signedIn()
  await withPlatform((on) => on.query('delete from app_session where token_hash = $1', [tokenHash]))
  expect(await one.find(tokenHash)).toEqual(user)
})

test.each([
  {
    name: 'signed out',
    end: ({ token }: Awaited<ReturnType<typeof signedIn>>) =>
      db.transaction((on) => endAppSession(on, hashAppToken(token))),
  },
  {
    name: 'refreshed',
    end: ({ token }: Awaited<ReturnType<typeof signedIn>>) =>
      db.transaction((on) =>
        exchangeAppToken(on, {
          from: hashAppToken(token),
          toHash: () => hashToken(`${Math.random()}`),
        }),
      ),
  },
  {
    name: 'signed out everywhere',
    end: ({ user }: Awaited<ReturnType<typeof signedIn>>) =>
      db.transaction((on) => endAppSessionsOf(on, { ...user, userIds: [user.userId] })),
  },
])('a session that is $name is evicted in every process at once (R28)', async ({ end }) => {
  const session = await signedIn()
  await end(session)
  // Shorter than the lifetime of a cached session, which would end it as well.
  const withinMs = 4_000
  const isEvicted = async (sessions: AppSessions) =>
    (await sessions.find(session.tokenHash)) === undefined
  await Promise.all([one, other].map((each) => eventually(() => isEvicted(each), withinMs)))
})

test('two processes that exchange a token at once get the same new one', async () => {
  const { token, user } = await signedIn()
  const url = inject('server').databaseUrl
  const elsewhere = openDatabase({ url, maxConnections: 1, onError: () => {} })
  const toHash = (salt: Buffer) => hashToken(salt.toString('hex'))
  const exchange = (on: Database) =>
    on.transaction((transaction) =>
      exchangeAppToken(transaction, { from: hashAppToken(token), toHash }),
    )
  const [here, there] = await Promise.all([exchange(db), exchange(elsewhere)])
  await elsewhere.close()
  if (typeof here !== 'object') throw new Error('not exchanged')
  expect(there).toEqual(here)
  const next = toHash(here.salt)
  expect(await one.find(next)).toEqual(user)
  expect(await other.find(next)).toEqual(user)
  await withPlatform((on) =>
    on.query(
      `update app_session set replaced_at = now() - interval '31 seconds' where token_hash = $1`,
      [next],
    ),
  )
  // A late use of the replaced token ends the session in both.
  expect(await exchange(db)).toBe('reused')
  const isEvicted = async (sessions: AppSessions) => (await sessions.find(next)) === undefined
  await Promise.all([one, other].map((each) => eventually(() => isEvicted(each), 4_000)))
})

test('a process evicts a session that it ended itself before it answers', async () => {
  const { user } = await signedIn()
  const hashes = hashAppToken(`plu_${randomUUID()}`)
  const { tokenHash } = hashes
  const until = await addAppSession(db, { ...hashes, user })
  expect(until.getTime()).toBeLessThanOrEqual(Date.now() + 7 * 86_400_000 + 1_000)
  expect(await one.find(tokenHash)).toEqual(user)
  await withPlatform((on) => on.query('delete from app_session where token_hash = $1', [tokenHash]))
  one.forget([tokenHash])
  expect(await one.find(tokenHash)).toBeUndefined()
})

test('clears the cache when the LISTEN connection is lost, and fills it again after the reconnect', async () => {
  const { tokenHash, user } = await signedIn()
  await withPlatform((on) =>
    on.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'plinth-listen'`,
    ),
  )
  await withPlatform((on) => on.query('delete from app_session where token_hash = $1', [tokenHash]))
  await eventually(async () => (await one.find(tokenHash)) === undefined, 2_000)
  const again = await eventually(async () => {
    const next = await newAppUser(projectId)
    await one.find(hashToken(next.token))
    await withPlatform((on) =>
      on.query('delete from app_session where token_hash = $1', [hashToken(next.token)]),
    )
    return one.find(hashToken(next.token))
  })
  expect(again?.projectId).toBe(user.projectId)
})

test.each([
  { name: 'has run out', change: `expires_at = now() - interval '1 second'` },
  { name: 'was idle for 12 hours', change: `last_used_at = now() - interval '12 hours'` },
])('a session that $name is not found', async ({ change }) => {
  const { token } = await newAppUser(projectId)
  await withPlatform((on) =>
    on.query(`update app_session set ${change} where token_hash = $1`, [hashToken(token)]),
  )
  expect(await one.find(hashToken(token))).toBeUndefined()
})

test.each([
  { path: '/auth/devme', status: 401 },
  { path: '/api/project', status: 401 },
])('an app user calls $path: $status', async ({ path, status }) => {
  const { token } = await newAppUser(projectId)
  const headers = { authorization: `Bearer ${token}` }
  expect((await fetch(`${app}${path}`, { headers })).status).toBe(status)
})
