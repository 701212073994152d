import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createClient } from './create-client.ts'
import { createUsers } from './create-users.ts'
import { type LocalServer, startLocalServer } from './testing/local-server.ts'

const projectId = 'prj_01h455vb4pex5vsknk084sn02q'
let server: LocalServer

beforeAll(async () => {
  server = await startLocalServer()
})
afterAll(() => server.close())
beforeEach(() => {
  server.requests.length = 0
  server.answer = () => ({ body: { token: 'new', user: { id: 'u1' } } })
})

const usersIn = (environment?: 'production') =>
  createUsers({
    client: createClient({ baseUrl: server.address, token: () => 'a-token' }),
    table: 'people',
    projectId,
    ...(environment && { environment }),
  })
const account = { email: 'ada@example.com', password: 'a long password' }
const change = { currentPassword: 'a long password', password: 'another password' }

test.each([
  {
    act: 'sign-up',
    run: () => usersIn().signUp({ ...account, nick: 'Ada' }),
    body: { ...account, nick: 'Ada' },
  },
  { act: 'sign-in', run: () => usersIn().signIn(account), body: account },
  {
    act: 'code',
    run: () => usersIn().askCode(account.email),
    body: { email: account.email },
  },
  {
    act: 'code',
    run: () => usersIn().askCode(account.email, { redirect: 'https://app.example.com/' }),
    body: { email: account.email, redirect: 'https://app.example.com/' },
  },
  {
    act: 'code/confirm',
    run: () => usersIn().signInWithCode(account.email, '12345678'),
    body: { email: account.email, code: '12345678' },
  },
  {
    act: 'code/confirm',
    run: () => usersIn().signInWithLink('https://app.example.com/a?b=c#sign-in=a-Ticket_1'),
    body: { ticket: 'a-Ticket_1' },
  },
  { act: 'refresh', run: () => usersIn().refresh() },
  { act: 'sign-out', run: () => usersIn().signOut() },
  { act: 'password', run: () => usersIn().changePassword(change), body: change },
  { act: 'verify', run: () => usersIn().verify('code'), body: { token: 'code' } },
  {
    act: 'verify',
    run: () => usersIn().sendVerification(account.email),
    body: { email: account.email },
  },
  {
    act: 'request-reset',
    run: () => usersIn().requestReset(account.email),
    body: { email: account.email },
  },
  {
    act: 'reset',
    run: () => usersIn().reset({ token: 'code', password: 'another password' }),
    body: { token: 'code', password: 'another password' },
  },
])("$act calls the table's endpoint with $body", async ({ act, run, body }) => {
  await run()
  expect(server.requests).toHaveLength(1)
  expect(server.requests[0]).toMatchObject({
    method: 'POST',
    path: `/api/auth/people/${act}`,
    query: { $projectId: projectId },
    headers: { authorization: 'Bearer a-token' },
  })
  expect(server.requests[0]?.body).toEqual(body)
})

test('lists providers and identities, and unlinks one', async () => {
  server.answer = () => ({
    body: { providers: [], identities: [], token: 'new', user: { id: 'u1' } },
  })
  const users = usersIn()
  expect(await users.providers()).toEqual([])
  expect(await users.identities()).toEqual([])
  await users.unlink('google', { password: account.password })
  expect(server.requests).toMatchObject([
    { method: 'GET', path: '/api/auth/people/provider' },
    { method: 'GET', path: '/api/auth/people/identity' },
    { method: 'DELETE', body: { provider: 'google', password: account.password } },
  ])
})

test('lists, renames and removes passkeys', async () => {
  server.answer = () => ({ body: { passkeys: [], token: 'new', user: { id: 'u1' } } })
  const users = usersIn()
  expect(await users.passkeys()).toEqual([])
  await users.renamePasskey('psk_1', 'Phone')
  await users.removePasskey('psk_1')
  await users.removePasskey('psk_1', { password: account.password })
  const path = '/api/auth/people/passkey'
  expect(server.requests).toMatchObject([
    { method: 'GET', path },
    { method: 'PUT', path: `${path}/psk_1`, body: { name: 'Phone' } },
    { method: 'DELETE', path: `${path}/psk_1`, body: {} },
    { method: 'DELETE', path: `${path}/psk_1`, body: { password: account.password } },
  ])
})

test.each([
  ['signInWithPasskey', () => usersIn().signInWithPasskey()],
  ['addPasskey', () => usersIn().addPasskey('Phone')],
])('%s asks the server nothing where there is no browser', async (_name, act) => {
  await expect(act()).rejects.toMatchObject({ code: 'ERR_NOT_SUPPORT' })
  expect(server.requests).toEqual([])
})

test('does not use a ticket of a provider that another tab began', async () => {
  const url = 'https://app.example.com/#provider-sign-in=a-Ticket_1'
  await expect(usersIn().signInWithLink(url)).rejects.toThrow('was not started in this tab')
  expect(await usersIn().finishLink('https://app.example.com/#provider-sign-in=a')).toBeNull()
  expect(server.requests).toEqual([])
})

test('sends the chosen environment', async () => {
  await usersIn('production').signIn(account)
  expect(server.requests[0]?.query).toEqual({ $projectId: projectId, $environment: 'production' })
})

test.each(['https://app.example.com/', 'https://app.example.com/#sign-in=', 'sign-in=a'])(
  'does not sign in with %s, which has no ticket',
  async (url) => {
    expect(await usersIn().signInWithLink(url)).toBeNull()
    expect(server.requests).toEqual([])
  },
)

test('fails without a table', () => {
  const client = createClient({ baseUrl: server.address, token: () => null })
  expect(() => createUsers({ client, table: '' })).toThrow('Table name is required')
})

test.each(['signUp', 'signIn'] as const)('%s needs no token, and warns of none', async (how) => {
  const warn = vi.fn()
  const client = createClient({ baseUrl: server.address, token: () => null, warn })
  await createUsers({ client, table: 'people', projectId })[how](account)
  expect(warn).not.toHaveBeenCalled()
})
