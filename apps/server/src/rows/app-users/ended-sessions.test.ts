import { beforeAll, describe, expect, inject, test } from 'vitest'
import { appConfiguration, newApp, type SignedUp, signUp } from '../../app/testing/app-tables.ts'
import { newStaff, withPlatform } from '../../app/testing/people.ts'
import { hashToken } from '../../foundation/http/access/authenticate.ts'

let projectId: string
beforeAll(async () => {
  projectId = await newApp(await newStaff(), appConfiguration('sqlite3'))
})

interface Sent {
  path: string
  body?: object
  token?: string
}

/** Status of a call, which the test would not see through the client. */
async function send({ path, body, token }: Sent): Promise<{ status: number; code?: string }> {
  const answer = await fetch(`${inject('server').address}${path}?$projectId=${projectId}`, {
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
  })
  const { error } = (await answer.json()) as { error?: { code: string } }
  return { status: answer.status, ...(error && { code: error.code }) }
}

const change = (token: string, set: string) =>
  withPlatform((on) =>
    on.query(`update app_session set ${set} where token_hash = $1`, [hashToken(token)]),
  )
const post = (token: string, act: string) =>
  send({ path: `/api/auth/people/${act}`, body: {}, token })

/** Each token has not been used before it ends, so that no process has it in its cache. */
const ENDS: { name: string; end: (user: SignedUp) => Promise<unknown> }[] = [
  {
    name: 'expired',
    end: ({ token }) => change(token, "expires_at = now() - interval '1 second'"),
  },
  { name: 'idle', end: ({ token }) => change(token, "last_used_at = now() - interval '12 hours'") },
  { name: 'signed out', end: ({ token }) => post(token, 'sign-out') },
  { name: 'refreshed', end: ({ token }) => post(token, 'refresh') },
]

describe.each(ENDS)('a session that is $name', ({ end }) => {
  let token: string
  beforeAll(async () => {
    const user = await signUp(projectId)
    await end(user)
    token = user.token
  })

  const account = () => ({ email: `${Math.random()}@example.com`, password: 'a long password' })
  const files = [{ fileName: 'a', fileSize: 1, fileType: '' }]
  test.each<[string, () => Sent, number]>([
    ['lists rows', () => ({ path: '/api/data/notes' }), 200],
    ['reads a row', () => ({ path: '/api/data/notes/none' }), 404],
    ['creates a row', () => ({ path: '/api/data/notes', body: { title: 'x' } }), 403],
    ['signs up', () => ({ path: '/api/auth/people/sign-up', body: account() }), 200],
    [
      'asks for an upload',
      () => ({
        path: '/api/file/upload',
        body: { tableName: 'notes', columnName: 'title', files },
      }),
      403,
    ],
  ])('%s: 401, as a guest another answer', async (_, call, status) => {
    expect(await send({ ...call(), token })).toEqual({ status: 401, code: 'unauthenticated' })
    expect((await send(call())).status).toBe(status)
  })

  test('is ignored by calls that need no token', async () => {
    const { email, password } = await signUp(projectId)
    const body = { email, password }
    const path = '/api/auth/people/sign-in'
    expect(await send({ path, body, token })).toEqual({ status: 200 })
  })
})

test.each([
  ['another text', 'x'.repeat(43), 200],
  ['a token that was never given', `plu_${'x'.repeat(43)}`, 401],
])('%s in the header answers %s', async (_, token, status) => {
  expect((await send({ path: '/api/data/notes', token })).status).toBe(status)
})
