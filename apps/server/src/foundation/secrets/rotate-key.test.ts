import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createConstant, deployDatabase, listEnvironments } from '@plinth/contract'
import { expect, test } from 'vitest'
import { credentialPlace, openFor } from '../../app/testing/credential-place.ts'
import { eventually } from '../../app/testing/eventually.ts'
import { ownPlatform } from '../../app/testing/own-platform.ts'
import { theAdmin, withPlatform } from '../../app/testing/people.ts'
import { testServer } from '../../app/testing/test-server.ts'
import { useOwnServer } from '../../app/testing/use-own-server.ts'
import { countSignedBefore, markRotated } from '../durable/call-signing-store.ts'
import { openDatabase } from '../platform/database.ts'
import { sql } from '../platform/sql.ts'
import { fixedKeys, writeKeys } from './key-ring.ts'
import { surveySealed } from './reseal.ts'
import { SEALED_PLACES } from './sealed-store.ts'
import { openVault } from './vault.ts'

// A rotation changes the key of the whole installation, which other test files depend on.
useOwnServer()

const plinth = join(import.meta.dirname, '../../app/plinth-server.ts')

async function keys(act: 'rotate' | 'forget'): Promise<string> {
  const { dataDir, databaseUrl } = testServer()
  const env = { ...process.env, PLINTH_DATA_DIR: dataDir, DATABASE_URL: databaseUrl }
  const ran = promisify(execFile)(process.execPath, [plinth, 'keys', act], { env })
  return (await ran).stdout
}

/** Retries, because tasks of earlier calls may still need the older key. */
const forget = () => eventually(() => keys('forget').catch(() => false as const), 60_000)

async function readKeys(): Promise<string[]> {
  return (await readFile(join(testServer().dataDir, 'secret.key'), 'utf8')).split('\n')
}

/** Repeats an action, two at a time, until it is stopped; collects every failure. */
function keepDoing(act: () => Promise<unknown>) {
  const failures: unknown[] = []
  let done = 0
  let on = true
  const going = Array.from({ length: 2 }, async () => {
    while (on) {
      await act().catch((error: unknown) => failures.push(error))
      done += 1
    }
  })
  return async () => {
    on = false
    await Promise.all(going)
    return { failures, done }
  }
}

test('the rotation covers every column with sealed values (R19)', async () => {
  // Also public keys, ids and challenges of passkeys, none of which is secret.
  const hashes =
    /^(session|password_reset|sign_in_\w+|app_(?!provider\.)\w+|\w*passkey\w*)\.|_hash$|^audit_chain\.hash$/
  const found = await withPlatform((db) =>
    db.query(`select table_name || '.' || column_name as column from information_schema.columns
      where table_schema = 'public' and data_type = 'bytea'`),
  )
  const sealed = found.rows.map(({ column }) => String(column)).filter((one) => !hashes.test(one))
  expect(sealed.sort()).toEqual(SEALED_PLACES.map(({ column }) => column).sort())
})

test('two rotations under load lose no read and no write; removed keys open nothing (R19)', async () => {
  const { client, projectId, params, create } = await credentialPlace()
  const admin = await theAdmin()
  const data = { baseUrl: 'https://api.example.com', apiKey: 'k1' }
  const kept = await create({ data })
  const { environments } = await client.call(listEnvironments, { params })
  const constant = (key: string) => ({
    key,
    value: 'secret',
    secret: true,
    environment: environments[0]?.id ?? '',
  })
  await client.call(createConstant, { params, body: constant('BEFORE') })
  const [before = ''] = await readKeys()

  const stops = [
    keepDoing(async () => expect((await openFor(projectId, kept))?.data).toEqual(data)),
    keepDoing(async () => {
      const made = await create({ name: randomUUID(), data })
      expect(made.data.apiKey).toBe(kept.data.apiKey)
      expect((await openFor(projectId, made))?.data).toEqual(data)
    }),
    keepDoing(async () => {
      const key = `K_${randomUUID().replaceAll('-', '')}`
      await client.call(createConstant, { params, body: constant(key) })
    }),
  ]
  expect(await keys('rotate')).toMatch(
    /^\d+ values are sealed by the current key, [1-9]\d* of them sealed again\./,
  )
  await keys('rotate')
  const ends = await Promise.all(stops.map((stop) => stop()))
  for (const { failures, done } of ends) {
    expect(failures).toEqual([])
    expect(done).toBeGreaterThan(2)
  }
  // A value that was written during the first rotation makes the second one continue it.
  expect((await readKeys()).length).toBeGreaterThan(1)
  expect(await forget()).toContain('Older keys are gone')
  const left = await readKeys()
  expect(left).toHaveLength(1)
  expect(left).not.toContain(before)
  const file = await stat(join(testServer().dataDir, 'secret.key'))
  expect(file.mode & 0o777).toBe(0o600)

  const db = openDatabase({
    url: testServer().databaseUrl,
    maxConnections: 1,
    onError: () => undefined,
  })
  const survey = (ring: string[]) => surveySealed({ db, vault: openVault(fixedKeys(ring)) })
  expect(await survey([...left, before])).toMatchObject({ older: 0 })
  expect(await survey([before])).toMatchObject({ current: 0, older: 0 })
  await db.close()
  expect((await openFor(projectId, kept))?.data).toEqual(data)
  await admin.client.call(deployDatabase, { params, body: {} })
}, 300_000)

test('keys forget is rejected while something needs an older key', async () => {
  const { projectId, create } = await credentialPlace()
  const made = await create({ data: { apiKey: 'k1' } })
  const older = 'a key that was there long ago, before all others'
  const file = join(testServer().dataDir, 'secret.key')
  const known = await readKeys()
  const place = [projectId, made.environment.id, made.id, '/apiKey']
  const sealed = openVault(older).seal('k1', ['credential', ...place])
  await withPlatform((db) =>
    db.query('update credential_secret set sealed = $1 where credential_id = $2', [
      sealed,
      made.id,
    ]),
  )
  writeKeys(file, [...known, older])
  await expect(keys('forget')).rejects.toMatchObject({ code: 1 })
  expect(await readKeys()).toEqual([...known, older])
  expect(await keys('rotate')).toContain('Continuing an interrupted rotation.')
  expect(await readKeys()).toEqual([...known, older])
  await forget()
  expect((await openFor(projectId, made))?.data).toEqual({ apiKey: 'k1' })
}, 300_000)

test.each([
  ['a run that has been waiting since before the last rotation', 'waiting', 1],
  ['a run that has ended', 'succeeded', 0],
])('keys forget counts %s', async (_, status, count) => {
  const own = await ownPlatform()
  try {
    await own.db.query(
      sql`insert into run_graph (project_id, digest, content) values (${own.projectId}, 'd', '{}')`,
    )
    await own.db.query(sql`insert into run (id, project_id, environment_id, workflow_id, workflow_name, version,
        graph_digest, concurrency, trigger, depth, status, ended_at)
      values ('run_older', ${own.projectId}, ${own.environmentId}, 'w', 'Own', 1, 'd', 0, 'manual', 0, ${status},
        ${status === 'waiting' ? null : new Date()})`)
    expect(await countSignedBefore(own.db)).toBe(0)
    await markRotated(own.db)
    expect(await countSignedBefore(own.db)).toBe(count)
  } finally {
    await own.close()
  }
})
