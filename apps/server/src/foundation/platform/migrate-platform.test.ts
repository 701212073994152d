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
import { kindOf, SCHEMA_VERSION } from './schema-versions.ts'
import { dropDatabase } from './testing/drop-database.ts'

const program = (name: string) => join(import.meta.dirname, '../../app', name)
const name = `migrate_${process.pid}`
const url = new URL(inject('server').databaseUrl)
url.pathname = `/${name}`
const files = readdirSync(join(import.meta.dirname, 'migrations')).sort()
const own = files.filter((file) => kindOf(file).version <= SCHEMA_VERSION)
const migrations = own.length
const namesIn = (table: string) =>
  on(async (client) => {
    const { rows } = await client.query<{ name: string }>(`select name from ${table} order by name`)
    return rows.map((row) => row.name)
  })

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

test('records what the previous release works with where it does not look', async () => {
  await migratePlatform(url.href)
  const isExpanding = (file: string) => kindOf(file).version === SCHEMA_VERSION
  expect(await namesIn('migration')).toEqual(own.filter((file) => !isExpanding(file)))
  expect(await namesIn('compatible_migration')).toEqual(own.filter(isExpanding))
})

test('works with a database of the next version, also when it has migrations that this build does not know', async () => {
  await migratePlatform(url.href)
  expect(await migratePlatform(url.href, SCHEMA_VERSION + 1)).toBeGreaterThan(0)
  await on((client) =>
    client.query(
      `insert into compatible_migration (name, checksum) values ('999-next.sql', 'any')`,
    ),
  )
  expect(await migratePlatform(url.href)).toBe(0)
  expect(await namesIn('compatible_migration')).toEqual(['999-next.sql'])
  expect(await namesIn('migration')).toEqual(files)
})

test('refuses a database that a build two versions ahead has started with', async () => {
  await migratePlatform(url.href)
  await on(async (client) => {
    // What the next version expanded, the version after it requires.
    await client.query(`insert into migration (name, checksum) values ('999-next.sql', 'any')`)
  })
  const before = await dump()
  await expect(migratePlatform(url.href)).rejects.toThrow(
    /^The platform database was changed by a newer build \(999-next\.sql\), and this build works with databases of its own release and of the next one: start the newer build, or the release before it\.$/,
  )
  expect(await dump()).toEqual(before)
})

test('replaced placements have their former name until the next version removes it', async () => {
  await migratePlatform(url.href)
  await on(async (client) => {
    // The statements of release 0.2.0.
    const add = `insert into discarded_placement (id, placement, due_at) values ('r/e', '{}', now())
      on conflict (id) do nothing`
    await client.query(add)
    await client.query(add)
    const taken = await client.query(`select id, placement from discarded_placement
      where due_at <= now() order by due_at limit 1 for update skip locked`)
    expect(taken.rows).toEqual([{ id: 'r/e', placement: '{}' }])
    expect((await client.query('select id from replaced_placement')).rows).toEqual([{ id: 'r/e' }])
    await client.query(`delete from discarded_placement where id = 'r/e'`)
    expect((await client.query('select id from replaced_placement')).rows).toEqual([])
  })
  await migratePlatform(url.href, SCHEMA_VERSION + 1)
  const gone = on((client) => client.query('select id from discarded_placement'))
  await expect(gone).rejects.toThrow('does not exist')
})

test('an expanding migration removes nothing that the previous release may use', () => {
  const removes =
    /\bdrop (table|column|view|function|trigger|type)\b|\brename column\b|\bset not null\b|\balter column \w+ type\b/i
  const expanding = files.filter((file) => {
    const { kind, version } = kindOf(file)
    return kind === 'expand' && version >= 3
  })
  expect(expanding).toContain('022-replaced-placements.sql')
  const found = expanding.filter((file) =>
    removes.test(readFileSync(join(import.meta.dirname, 'migrations', file), 'utf8')),
  )
  expect(found).toEqual([])
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
