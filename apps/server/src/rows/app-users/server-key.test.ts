import { createClient } from '@plinth/client'
import { changeUserPassword, createKey, deleteKey, resetUserPassword } from '@plinth/contract'
import { describe, expect, test } from 'vitest'
import { newToken } from '../../accounts/passwords/new-token.ts'
import { appConfiguration, newApp, signUp } from '../../app/testing/app-tables.ts'
import { expectApiError, theAdmin, withPlatform } from '../../app/testing/people.ts'
import { testServer } from '../../app/testing/test-server.ts'
import { hashToken } from '../../foundation/http/access/authenticate.ts'
import { clientFor, newAddress, newEmail, useVisitors, WRONG } from './testing/use-visitors.ts'

const ENDED = 'The key in X-Plinth-Server-Key was revoked, has expired or does not exist.'
const OTHER = 'The key in X-Plinth-Server-Key belongs to another project or environment.'
const NOT_PERMITTED =
  "The key in X-Plinth-Server-Key may not name visitors' addresses. Create one that may under Settings, Keys."
const MALFORMED = 'X-Plinth-Visitor-Address must be one IPv4 or IPv6 address, without a port.'
const UNKNOWN = `plk_${'x'.repeat(43)}`

describe.each(['sqlite3', 'postgres'] as const)('the key of a server on %s', (database) => {
  const { app, make, at, enter } = useVisitors(database)

  test.each<[string, () => Promise<string>, string]>([
    ['text that is no key', async () => 'plk_1', ENDED],
    ['a key that does not exist', async () => UNKNOWN, ENDED],
    ['the token of staff', async () => app.owner.token, ENDED],
    [
      'a revoked key',
      async () => {
        const { key, secret } = await make()
        const params = { projectId: app.projectId, id: key.id }
        await app.owner.client.call(deleteKey, { params })
        return secret
      },
      ENDED,
    ],
    [
      'a key without the permission',
      async () => (await make({ canNameVisitors: false })).secret,
      NOT_PERMITTED,
    ],
    [
      'a key of production',
      async () => (await make({ environment: 'production', who: await theAdmin() })).secret,
      OTHER,
    ],
    [
      'a key of another project',
      async () => {
        const of = await newApp(app.owner, appConfiguration('sqlite3'))
        return (await make({ of })).secret
      },
      OTHER,
    ],
  ])('%s is refused', async (_, keyOf, message) => {
    const call = enter({ address: newAddress(), serverKey: await keyOf() })
    expect(await expectApiError(call)).toMatchObject({ status: 403, message })
  })

  test.each([
    '',
    'customer',
    '192.0.2.300',
    '192.0.2',
    '0x7f.1',
    '192.0.2.1:4711',
    '192.0.2.1, 192.0.2.2',
    '[2001:db8::1]',
    'fe80::1%eth0',
    '192.0.2.0/24',
  ])('%j is no address of a visitor', async (address) => {
    const call = enter({ address, serverKey: app.serverKey })
    expect(await expectApiError(call)).toMatchObject({ status: 400, message: MALFORMED })
  })

  test('a refused key does not end the session of the visitor', async () => {
    const { token } = await signUp(app.projectId)
    const client = createClient({
      baseUrl: testServer().address,
      session: {
        get: () => ({
          token,
          table: 'people',
          userId: '',
          receivedOn: new Date().toISOString(),
          expiresOn: new Date(Date.now() + 86_400_000).toISOString(),
        }),
        set: () => expect.unreachable('the session was changed'),
      },
      visitor: { address: newAddress(), serverKey: UNKNOWN },
    })
    const body = { currentPassword: WRONG, password: 'another password' }
    const call = client.call(changeUserPassword, { ...at(), body })
    expect(await expectApiError(call)).toMatchObject({ status: 403, message: ENDED })
  })

  test('a key that names visitors needs no table, and reads no rows', async () => {
    const url = `${testServer().address}/api/data/people`
    const answer = await fetch(url, { headers: { authorization: `Bearer ${app.serverKey}` } })
    expect(answer.status).toBe(403)
  })

  test('a key may not name visitors unless it is asked for', async () => {
    const { key } = await app.owner.client.call(createKey, {
      params: { projectId: app.projectId },
      body: {
        name: 'Export',
        environment: 'dev',
        tables: [{ table: 'people', operations: ['list'] }],
      },
    })
    expect(key.canNameVisitors).toBe(false)
  })

  test('a page of another origin cannot send the headers', async () => {
    const url = `${testServer().address}/api/auth/people/sign-in?$projectId=${app.projectId}`
    const answer = await fetch(url, {
      method: 'OPTIONS',
      headers: {
        origin: 'http://localhost:5173',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'x-plinth-server-key,x-plinth-visitor-address',
      },
    })
    expect(answer.headers.get('access-control-allow-origin')).toBe('http://localhost:5173')
    expect(answer.headers.get('access-control-allow-headers')).not.toContain('x-plinth')
  })

  test('a refused key does not use up the link of a mail', async () => {
    const { user } = await signUp(app.projectId)
    const token = newToken()
    await withPlatform((client) =>
      client.query(
        `insert into app_link (token_hash, environment_id, table_id, user_id, email, purpose, expires_at)
         select $1, id, 'people', $2, $3, 'reset', now() + interval '5 minutes'
         from environment where project_id = $4 and name = 'dev'`,
        [hashToken(token), user.id, user.email, app.projectId],
      ),
    )
    const reset = (serverKey: string) =>
      clientFor({ address: newAddress(), serverKey }).call(resetUserPassword, {
        ...at(),
        body: { token, password: 'another password' },
      })
    expect(await expectApiError(reset(UNKNOWN))).toMatchObject({ status: 403 })
    await reset(app.serverKey)
    const account = { email: String(user.email), password: 'another password' }
    expect(await enter({ address: newAddress(), serverKey: app.serverKey }, account)).toBeDefined()
  })

  test('the secret appears in no refusal', async () => {
    const call = enter({ address: newEmail(), serverKey: app.serverKey })
    expect(JSON.stringify(await expectApiError(call))).not.toContain(app.serverKey)
  })
})
