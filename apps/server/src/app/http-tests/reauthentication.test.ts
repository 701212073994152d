import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join as joinPath } from 'node:path'
import { createKey, type Endpoint, reauthenticate, signIn } from '@plinth/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { hashToken } from '../../foundation/http/access/authenticate.ts'
import { checkRoutes, route } from '../../foundation/http/calls/route.ts'
import { plinth } from '../../operations/backups/testing/plinth.ts'
import { routes } from '../startup/routes.ts'
import { appConfiguration, newApp } from '../testing/app-tables.ts'
import {
  clientOf,
  expectApiError,
  guest,
  join,
  newProject,
  newStaff,
  type Person,
  theAdmin,
  withPlatform,
} from '../testing/people.ts'
import { testServer } from '../testing/test-server.ts'
import { codeOf, turnOnTwoFactor } from '../testing/two-factor.ts'
import type { PreparedCall } from './testing/proof-case.ts'
import { HARMLESS_CASES, SENSITIVE_CASES } from './testing/proof-cases.ts'

/** Moves the proof of a session into the past, instead of waiting. */
async function age({ token }: Pick<Person, 'token'>, interval: string): Promise<void> {
  await withPlatform((on) =>
    on.query('update session set proved_at = now() - $2::interval where token_hash = $1', [
      hashToken(token),
      interval,
    ]),
  )
}

async function send({ person, method, path, body }: PreparedCall, key?: string) {
  const answer = await fetch(`${testServer().address}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${person.token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  return { status: answer.status, code: /"code":"(\w+)"/.exec(answer.ok ? '' : text)?.[1] }
}

const REFUSED = { status: 403, code: 'reauthenticate' }
const prove = ({ client, password }: Person) =>
  client.call(reauthenticate, { body: { currentPassword: password } })

test('the sensitive calls are those of the matrix (R29)', () => {
  const declared = routes.flatMap(({ endpoint: { name, proof } }) => (proof ? [name] : []))
  expect(declared.sort()).toEqual(SENSITIVE_CASES.map(({ endpoint }) => endpoint).sort())
  const conditional = routes
    .filter(({ endpoint }) => endpoint.proof === 'conditional')
    .map(({ endpoint }) => endpoint.name)
  expect(conditional.sort()).toEqual(HARMLESS_CASES.map(({ endpoint }) => endpoint).sort())
})

describe.each(SENSITIVE_CASES)('$name', ({ prepare, status }) => {
  test('is answered for ten minutes after signing in', async () => {
    const call = await prepare()
    await age(call.person, '9 minutes 30 seconds')
    expect(await send(call)).toEqual({ status, code: undefined })
  })

  test('answers 403 after that, and the same call works once the password is proved', async () => {
    const call = await prepare()
    await age(call.person, '10 minutes')
    expect(await send(call)).toEqual(REFUSED)
    await prove(call.person)
    expect(await send(call)).toEqual({ status, code: undefined })
  })
})

test.each(HARMLESS_CASES)('$name needs no proof', async ({ prepare, status }) => {
  const call = await prepare()
  await age(call.person, '1 day')
  expect(await send(call)).toEqual({ status, code: undefined })
})

describe('a proof', () => {
  const deletion = async (person: Person): Promise<PreparedCall> => {
    const path = `/api/project/${await newProject(person)}`
    return { person, method: 'DELETE', path }
  }

  test('is a two-factor code or a recovery code as well, each of which works once', async () => {
    const person = await newStaff()
    const { secret, recoveryCodes } = await turnOnTwoFactor(person)
    for (const code of [codeOf(secret), recoveryCodes[0] ?? '']) {
      await age(person, '1 hour')
      const call = await deletion(person)
      expect(await send(call)).toEqual(REFUSED)
      await person.client.call(reauthenticate, { body: { code } })
      expect(await send(call)).toMatchObject({ status: 200 })
      const again = await expectApiError(person.client.call(reauthenticate, { body: { code } }))
      expect(again).toMatchObject({ status: 422, details: [{ path: 'code' }] })
    }
  })

  test('counts for its own session only', async () => {
    const person = await newStaff()
    const { email, password } = person
    const { token } = await guest().call(signIn, { body: { email, password } })
    const other = { ...person, token, client: clientOf(token) }
    const call = await deletion(person)
    await age(person, '1 hour')
    await age(other, '1 hour')
    await prove(other)
    expect(await send(call)).toEqual(REFUSED)
    expect(await send({ ...call, person: other })).toMatchObject({ status: 200 })
  })

  test.each([
    { name: 'a wrong password', body: { currentPassword: 'not it' }, status: 422 },
    { name: 'no password', body: { currentPassword: '' }, status: 422 },
    { name: 'a code without two-factor', body: { code: '123456' }, status: 409 },
    { name: 'password and code', body: { currentPassword: 'x', code: '123456' }, status: 422 },
    { name: 'nothing', body: {}, status: 422 },
  ])('is not $name', async ({ body, status }) => {
    const person = await newStaff()
    const call = await deletion(person)
    await age(person, '1 hour')
    const sent = { person, method: 'POST', path: '/auth/reauthenticate', body } as const
    expect(await send(sent)).toMatchObject({ status })
    expect(await send(call)).toEqual(REFUSED)
  })

  test('is not a wrong two-factor code', async () => {
    const person = await newStaff()
    await turnOnTwoFactor(person)
    await age(person, '1 hour')
    const error = await expectApiError(
      person.client.call(reauthenticate, { body: { code: 'aaaa-aaaa-aaaa-aaaa' } }),
    )
    expect(error).toMatchObject({ status: 422, details: [{ path: 'code' }] })
    expect(await send(await deletion(person))).toEqual(REFUSED)
  })

  test('has the attempts of a sign-in, and uses them up', async () => {
    const person = await newStaff()
    const wrong = { person, method: 'POST', path: '/auth/reauthenticate' } as const
    let answer = await send({ ...wrong, body: { currentPassword: 'not it' } })
    for (let attempt = 0; attempt < 50 && answer.status === 422; attempt += 1) {
      answer = await send({ ...wrong, body: { currentPassword: 'not it' } })
    }
    expect(answer).toEqual({ status: 429, code: 'rate_limited' })
    expect(await send({ ...wrong, body: { currentPassword: person.password } })).toEqual(answer)
    const { email, password } = person
    const error = await expectApiError(guest().call(signIn, { body: { email, password } }))
    expect(error.status).toBe(429)
  })

  test('is in the audit trail, with its address and session', async () => {
    const person = await newStaff()
    await prove(person)
    const { rows } = await withPlatform((on) =>
      on.query(`select action, address, session_id from audit where staff_id = $1 order by id`, [
        person.id,
      ]),
    )
    expect(rows.map(({ action }) => action)).toEqual(['signed in', 'reauthenticated'])
    expect(rows[1]).toEqual({ ...rows[0], action: 'reauthenticated' })
    expect(rows[1]).toMatchObject({ address: expect.any(String), session_id: expect.any(String) })
  })
})

describe('without a recent proof', () => {
  let owner: Person
  let projectId: string
  beforeAll(async () => {
    owner = await newStaff()
    projectId = await newApp(owner, appConfiguration('sqlite3'))
  })

  test('who may not make the call is refused for that reason', async () => {
    const [stranger, developer] = [await newStaff(), await newStaff()]
    await join(developer, { projectId, role: 'developer' })
    for (const person of [stranger, developer]) await age(person, '1 hour')
    const deploy = { method: 'POST', path: `/api/database/${projectId}/deploy` } as const
    expect(await send({ ...deploy, person: stranger })).toMatchObject({ status: 404 })
    const forbidden = { status: 403, code: 'forbidden' }
    expect(await send({ ...deploy, person: developer })).toEqual(forbidden)
    const signedOut = { ...developer, token: 'x'.repeat(43) }
    expect(await send({ ...deploy, person: signedOut })).toMatchObject({ status: 401 })
  })

  test('a repeated call with its Idempotency-Key gets the answer of the first', async () => {
    const key = randomUUID()
    const path = `/api/project/${await newProject(owner)}`
    const call: PreparedCall = { person: owner, method: 'DELETE', path }
    expect(await send(call, key)).toMatchObject({ status: 200 })
    await age(owner, '1 hour')
    expect(await send(call, key)).toMatchObject({ status: 200 })
    expect(await send(call, randomUUID())).toMatchObject({ status: 404 })
  })

  test('API keys and the command line are not asked', async () => {
    const admin = await theAdmin()
    const tables = [{ table: 'notes', operations: ['list' as const] }]
    await prove(owner)
    const { secret } = await owner.client.call(createKey, {
      params: { projectId },
      body: { name: 'Key', environment: 'dev', tables },
    })
    for (const person of [owner, admin]) await age(person, '1 day')
    const list = await fetch(`${testServer().address}/api/data/notes`, {
      headers: { authorization: `Bearer ${secret}` },
    })
    expect(list.status).toBe(200)
    const folder = await mkdtemp(joinPath(tmpdir(), 'plinth-proof-'))
    const word = joinPath(folder, 'word')
    await writeFile(word, 'a passphrase of a test\n')
    const out = ['--out', joinPath(folder, 'a.plinth'), '--passphrase-file', word]
    const taken = await plinth('backup', '--project', projectId, ...out)
    await rm(folder, { recursive: true })
    expect(taken, taken.said).toMatchObject({ code: 0 })
  })
})

describe('a server does not start with a route that needs a proof', () => {
  const good = routes.find(({ endpoint }) => endpoint.proof === 'always')?.endpoint as Endpoint
  test.each([
    { name: 'of another kind', more: { proof: 'sometimes' }, message: 'does not exist' },
    { name: 'of app users', more: { access: 'rules' }, message: 'without sessions' },
    { name: 'for lines', more: { takesLines: true }, message: 'cannot be repeated' },
  ])('$name', ({ more, message }) => {
    const planted = { ...good, production: 'settings', ...more } as Endpoint
    expect(() => checkRoutes([route(planted, async () => ({}))])).toThrow(message)
  })
})
