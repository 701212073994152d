import { randomUUID } from 'node:crypto'
import { createKey, deleteKey, listAudit } from '@plinth/contract'
import { pino } from 'pino'
import { describe, expect, inject, test } from 'vitest'
import { dumpPlatform } from '../../app/testing/dump-platform.ts'
import { eventually } from '../../app/testing/eventually.ts'
import { expectApiError } from '../../app/testing/people.ts'
import { openApiKeys } from '../../foundation/callers/api-keys.ts'
import { hashToken } from '../../foundation/http/access/authenticate.ts'
import { openJobs } from '../../foundation/jobs/jobs.ts'
import { openDatabase } from '../../foundation/platform/database.ts'
import { openPubSub } from '../../foundation/pubsub/pubsub.ts'
import { send } from '../../rows/testing/shelf.ts'
import { ALL, ROLES, useKeyPlace, type Wanted } from './testing/use-key-place.ts'

const { place, params, make, keys } = useKeyPlace()

describe('creating a key', () => {
  describe.each(['dev', 'production'] as const)('in %s', (environment) => {
    test.each(ROLES)('%s', async (who) => {
      const made = make({ who, environment })
      if (environment === 'production' && who !== 'admin')
        return expect(await expectApiError(made)).toMatchObject({
          status: 403,
          message: 'Only an admin may change what belongs to production.',
        })
      const { key, secret } = await made
      expect(secret).toMatch(/^plk_[A-Za-z0-9_-]{43}$/)
      expect(key).toMatchObject({ environment, tables: ALL, lastUsedOn: null, expiresOn: null })
    })
  })

  test.each<[string, Wanted, string]>([
    [
      'a table that is not there',
      { tables: [{ table: 'x', operations: ['list'] }] },
      'tables.0.table',
    ],
    ['a table twice', { tables: [...ALL, ...ALL] }, 'tables.1.table'],
    ['no table', { tables: [] }, 'tables'],
    ['no operation', { tables: [{ table: 'post', operations: [] }] }, 'tables.0.operations'],
    ['a past expiry', { expiresOn: '2020-01-01T00:00:00Z' }, 'expiresOn'],
    ['no name', { name: '  ' }, 'name'],
  ])('%s is refused', async (_, wanted, path) => {
    expect(await expectApiError(make(wanted))).toMatchObject({
      status: 422,
      details: [expect.objectContaining({ path })],
    })
  })

  test('a repeated request neither returns the secret again nor creates a second key (R17)', async () => {
    const before = (await keys()).length
    const again = () =>
      place().people.owner.client.call(createKey, {
        params: params(),
        body: { name: 'Once', environment: 'dev', tables: ALL },
        idempotencyKey,
      })
    const idempotencyKey = randomUUID()
    await again()
    expect(await expectApiError(again())).toMatchObject({ status: 409 })
    expect(await keys()).toHaveLength(before + 1)
  })
})

describe('revoking and expiring', () => {
  const dead = { status: 401, message: 'This key was revoked, has expired or does not exist.' }
  const use = async (secret: string) => {
    const { status, body } = await send('GET', 'post', { token: secret })
    return { status, message: body.error?.message }
  }

  test('a revoked key is rejected at once in every process (R28)', async () => {
    const { key, secret } = await make()
    const url = inject('server').databaseUrl
    const db = openDatabase({ url, maxConnections: 2, onError: () => {} })
    const log = pino({ level: 'silent' })
    const pubsub = openPubSub({ url, log })
    const other = await openApiKeys({ db, pubsub, jobs: openJobs(log) })
    expect((await other.find(hashToken(secret)))?.id).toBe(key.id)
    expect((await use(secret)).status).toBe(200)
    const named = { params: { ...params(), id: key.id } }
    await place().people.developer.client.call(deleteKey, named)
    expect(await use(secret)).toEqual(dead)
    await eventually(async () => (await other.find(hashToken(secret))) === undefined, 2_000)
    expect(
      await expectApiError(place().people.developer.client.call(deleteKey, named)),
    ).toMatchObject({
      status: 404,
    })
    await other.close()
    await pubsub.close()
    await db.close()
  })

  test.each(ROLES)('%s revokes a production key', async (who) => {
    const { key } = await make({ who: 'admin', environment: 'production' })
    const gone = place().people[who].client.call(deleteKey, { params: { ...params(), id: key.id } })
    if (who === 'admin') await gone
    else expect(await expectApiError(gone)).toMatchObject({ status: 403 })
  })

  test('a key expires, also while it is cached', async () => {
    const expiresOn = new Date(Date.now() + 5_000).toISOString()
    const { secret } = await make({ expiresOn })
    expect((await use(secret)).status).toBe(200)
    const isDead = async () => (await use(secret)).status === 401 && use(secret)
    expect(await eventually(isDead, 20_000)).toEqual(dead)
  })

  test('an unknown key is rejected, not treated as a guest', async () => {
    expect(await use(`plk_${'x'.repeat(43)}`)).toEqual(dead)
  })
})

test('the last use is shown to the minute', async () => {
  const { key, secret } = await make()
  const lastUsed = async () => (await keys()).find(({ id }) => id === key.id)?.lastUsedOn
  await send('GET', 'post', { token: secret })
  const first = await lastUsed()
  expect(Math.abs(Date.parse(first ?? '') - Date.now())).toBeLessThan(60_000)
  await send('GET', 'post', { token: secret })
  expect(await lastUsed()).toBe(first)
})

test('the audit log shows who created and revoked it, and where (R43)', async () => {
  const { key, secret } = await make({ who: 'admin', environment: 'production', name: 'Trail' })
  await place().people.admin.client.call(deleteKey, { params: { ...params(), id: key.id } })
  const query = { area: 'key', environment: 'production' as const }
  const { entries } = await place().people.owner.client.call(listAudit, { params: params(), query })
  const own = entries.filter(({ entity_id }) => entity_id === key.id)
  expect(own.map(({ action, environment }) => [action, environment])).toEqual([
    ['revoked', 'production'],
    ['created', 'production'],
  ])
  expect(own[1]?.after).toEqual({
    name: 'Trail',
    environment: 'production',
    tables: ALL,
    canNameVisitors: false,
    expiresOn: null,
  })
  const dump = await dumpPlatform()
  expect(dump).not.toContain(secret)
})
