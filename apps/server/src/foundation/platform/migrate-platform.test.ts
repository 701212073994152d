import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { withPlatform } from '../../app/testing/people.ts'
import { LAST_EXPORTING_COMMIT } from '../settings/earlier-build.ts'
import { migratePlatform } from './migrate-platform.ts'
import { dropDatabase } from './testing/drop-database.ts'

const program = (name: string) => join(import.meta.dirname, '../../app', name)
const name = `migrate_${process.pid}`
const url = new URL(inject('server').databaseUrl)
url.pathname = `/${name}`
const migrations = readdirSync(join(import.meta.dirname, 'migrations')).length

async function on<T>(use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  return use(client).finally(() => client.end())
}

/** Everything in the database as text: each table's columns and rows. */
const dump = () =>
  on(async (client) => {
    const { rows } = await client.query<{ text: string }>(`
      select table_name || ': ' || query_to_xml(format('select * from public.%I', table_name), true, false, '')::text
        as text
      from information_schema.tables where table_schema = 'public' order by 1`)
    return rows.map(({ text }) => text)
  })

beforeEach(async () => {
  await withPlatform((platform) => dropDatabase(platform, name))
  await withPlatform((platform) => platform.query(`create database ${name}`))
})
afterAll(() => withPlatform((platform) => dropDatabase(platform, name)))

test('applies the migrations once', async () => {
  expect(await migratePlatform(url.href)).toBe(migrations)
  expect(await migratePlatform(url.href)).toBe(0)
})

test('applies them once when several processes start together', async () => {
  const counts = await Promise.all([1, 2, 3].map(() => migratePlatform(url.href)))
  expect(counts.sort()).toEqual([0, 0, migrations])
})

test('refuses a database that a newer build has changed', async () => {
  await migratePlatform(url.href)
  await on((client) =>
    client.query(`insert into migration (name, checksum) values ('999-later.sql', 'any')`),
  )
  await expect(migratePlatform(url.href)).rejects.toThrow(/newer build \(999-later\.sql\)/)
})

test.each([
  ['differs from the one applied', `update migration set checksum = repeat('0', 64)`],
  ['was not recorded', 'alter table migration drop column checksum'],
])('refuses a database when the text of a migration %s', async (_name, change) => {
  await migratePlatform(url.href)
  await on((client) => client.query(change))
  const before = await dump()
  await expect(migratePlatform(url.href)).rejects.toThrow(
    /^The migration 001-platform\.sql.* was changed after the platform database applied it: /,
  )
  expect(await dump()).toEqual(before)
})

describe('a database of a build before the first release', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'plinth-earlier-'))
  const sentence = new RegExp(
    `^The platform database was made by a build before the first release[^\\n]*commit ${LAST_EXPORTING_COMMIT},[^\\n]*\\n$`,
  )
  const run = (file: string, ...words: string[]) =>
    spawnSync(process.execPath, [program(file), ...words], {
      encoding: 'utf8',
      timeout: 30_000,
      env: {
        ...process.env,
        DATABASE_URL: url.href,
        RESTATE_INGRESS_URL: 'http://127.0.0.1:9',
        RESTATE_ADMIN_URL: 'http://127.0.0.1:9',
        PLINTH_DATA_DIR: dataDir,
        PLINTH_LOG_LEVEL: 'silent',
        PORT: '0',
      },
    })
  let before: string[]

  beforeAll(() => () => rmSync(dataDir, { recursive: true, force: true }))
  beforeEach(async () => {
    const file = join(import.meta.dirname, 'testing/earlier-platform.sql.gz')
    await on((client) => client.query(gunzipSync(readFileSync(file)).toString()))
    before = await dump()
    expect(before.length).toBeGreaterThan(60)
  })

  test.each([
    ['start', 'main.ts', []],
    [
      'export',
      'plinth-server.ts',
      ['export', '--project', 'prj_any', '--out', join(dataDir, 'out')],
    ],
    ['verify-audit', 'plinth-server.ts', ['verify-audit']],
  ])('is refused by %s in one sentence and left unchanged', async (_name, file, words) => {
    const { status, stderr } = run(file, ...words)
    expect(stderr).toMatch(sentence)
    expect(status).not.toBe(0)
    expect(await dump()).toEqual(before)
  })
})
