import { getMe, refreshUser, signOutUser } from '@plinth/contract'
import { beforeAll, expect, inject, test } from 'vitest'
import { appConfiguration, newApp, signUp } from '../../app/testing/app-tables.ts'
import { clientOf, expectApiError, newStaff, withPlatform } from '../../app/testing/people.ts'

const params = { table: 'people' }
let projectId: string
let query: { $projectId: string }
beforeAll(async () => {
  projectId = await newApp(await newStaff(), appConfiguration('sqlite3'))
  query = { $projectId: projectId }
})

const meOf = (token: string) => clientOf(token).call(getMe)
const isOut = async (token: string) => (await expectApiError(meOf(token))).status

test('a refreshed token replaces the old one', async () => {
  const { token, user } = await signUp(projectId)
  const next = await clientOf(token).call(refreshUser, { params, query })
  expect(await isOut(token)).toBe(401)
  expect((await meOf(next.token)).user.id).toBe(user.id)
  const days = (Date.parse(next.expiresOn) - Date.now()) / 86_400_000
  expect(days).toBeGreaterThan(6.9)
})

test('an exchange whose answer was lost is repeated: the same new token', async () => {
  const { token, user } = await signUp(projectId)
  const first = await clientOf(token).call(refreshUser, { params, query })
  const again = await clientOf(token).call(refreshUser, { params, query })
  expect(again).toEqual(first)
  expect(await isOut(token)).toBe(401)
  expect((await meOf(first.token)).user.id).toBe(user.id)
})

test('a token from before two exchanges ends the session, and only its exchange does', async () => {
  const { token: stolen, user } = await signUp(projectId)
  const first = await clientOf(stolen).call(refreshUser, { params, query })
  const second = await clientOf(first.token).call(refreshUser, { params, query })
  expect(await isOut(stolen)).toBe(401)
  expect((await meOf(second.token)).user.id).toBe(user.id)
  const reused = clientOf(stolen).call(refreshUser, { params, query })
  expect((await expectApiError(reused)).status).toBe(401)
  expect(await isOut(second.token)).toBe(401)
})

test('a sign-out with a replaced token ends the session', async () => {
  const { token } = await signUp(projectId)
  const next = await clientOf(token).call(refreshUser, { params, query })
  await clientOf(token).call(signOutUser, { params, query })
  expect(await isOut(next.token)).toBe(401)
  expect((await expectApiError(clientOf(token).call(refreshUser, { params, query }))).status).toBe(
    401,
  )
})

test('a sign-out beside an exchange of the same token leaves no session', async () => {
  for (let round = 0; round < 10; round += 1) {
    const { token } = await signUp(projectId)
    const client = clientOf(token)
    const [exchanged] = await Promise.allSettled([
      client.call(refreshUser, { params, query }),
      client.call(signOutUser, { params, query }),
    ])
    if (exchanged.status === 'fulfilled') expect(await isOut(exchanged.value.token)).toBe(401)
  }
})

test('a replaced token that is exchanged later ends the session', async () => {
  const { token, user } = await signUp(projectId)
  const next = await clientOf(token).call(refreshUser, { params, query })
  expect((await meOf(next.token)).user.id).toBe(user.id)
  await withPlatform((on) =>
    on.query(
      `update app_session set replaced_at = now() - interval '31 seconds' where user_id = $1`,
      [user.id],
    ),
  )
  const late = clientOf(token).call(refreshUser, { params, query })
  expect((await expectApiError(late)).status).toBe(401)
  expect(await isOut(next.token)).toBe(401)
})

test.each([
  { hours: 11, status: 200 },
  { hours: 13, status: 401 },
])('a session without use for $hours hours is refreshed with $status', async (each) => {
  const { token, user } = await signUp(projectId)
  await withPlatform((on) =>
    on.query(
      `update app_session set last_used_at = now() - make_interval(hours => $2) where user_id = $1`,
      [user.id, each.hours],
    ),
  )
  const answer = await fetch(
    `${inject('server').address}/api/auth/people/refresh?$projectId=${projectId}`,
    { method: 'POST', headers: { authorization: `Bearer ${token}` } },
  )
  expect(answer.status).toBe(each.status)
})

test('a session ends after thirty days, even if refreshed', async () => {
  const { token, user } = await signUp(projectId)
  await withPlatform((on) =>
    on.query(`update app_session set started_at = now() - interval '29 days' where user_id = $1`, [
      user.id,
    ]),
  )
  const next = await clientOf(token).call(refreshUser, { params, query })
  expect(Date.parse(next.expiresOn) - Date.now()).toBeLessThan(86_400_000 + 1_000)
})
