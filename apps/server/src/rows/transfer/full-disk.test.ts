import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Placement } from '../../databases/engine/database-engine.ts'
import { requireFreeSpace } from '../request/require-free-space.ts'
import { faultOfPostgres, faultOfSqlite } from '../runners/database-fault.ts'
import type { RowRunner } from '../runners/row-runner.ts'
import { openSqliteRunner } from '../runners/sqlite/sqlite-runner.ts'

/** Mounting needs root; the other tests run anywhere. */
function mountSmall(folder: string): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', folder], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

test.each([
  ['PostgreSQL', faultOfPostgres({ code: '53100' })],
  ['SQLite', faultOfSqlite({ code: 'SQLITE_FULL', message: 'database or disk is full' })],
])('%s reports a full disk', (_, fault) => {
  expect(fault).toEqual({ kind: 'full' })
})

test('imports and uploads are refused below the reserve, and not above it', async () => {
  const dataDir = tmpdir()
  const full = { code: 'storage_full', status: 507 }
  await expect(requireFreeSpace({ dataDir, minFreeBytes: 1e18 })).rejects.toMatchObject(full)
  await expect(requireFreeSpace({ dataDir, minFreeBytes: 0 }, 1e18)).rejects.toMatchObject(full)
  await requireFreeSpace({ dataDir, minFreeBytes: 0 })
  await requireFreeSpace({ dataDir: '/no/such/folder', minFreeBytes: 1e18 })
})

const folder = mkdtempSync(join(tmpdir(), 'full-disk-'))
const isMounted = mountSmall(folder)

describe.runIf(isMounted)('SQLite on a full disk', () => {
  const placement = { database: 'rows.sqlite' } as Placement
  const target = { placement, release: 'r1' }
  let runner: RowRunner
  beforeAll(() => {
    mkdirSync(join(folder, 'projects'))
    const file = new Sqlite(join(folder, 'projects', placement.database))
    file.pragma('journal_mode = WAL')
    file.exec(`create table _plinth_meta (key text primary key, value text) strict;
      insert into _plinth_meta values ('release', 'r1');
      create table item (id integer primary key, text text) strict`)
    file.close()
    runner = openSqliteRunner(folder)
  })
  afterAll(() => runner.close())

  const add = (bytes: number) => {
    const statement = {
      text: 'insert into item (text) values (?) returning id as answer',
      values: ['x'.repeat(bytes)],
    }
    const failing = { reason: 'denied' } as const
    return runner.write(target, { steps: [{ statement, expects: 1, failing }], shape: 'one' })
  }

  test('a write is refused as full, rows can be read, and writes go on once there is room', async () => {
    await add(10)
    const writes = async () => {
      for (let time = 0; time < 100; time += 1) await add(100_000)
    }
    await expect(writes()).rejects.toMatchObject({ fault: { kind: 'full' } })
    const count = { text: 'select count(*) as n from item', values: [] }
    const [row] = await runner.read(target, count)
    expect(Number(row?.n)).toBeGreaterThan(0)
    execFileSync('mount', ['-o', 'remount,size=16m', folder])
    await add(100_000)
  })
})

afterAll(() => {
  if (isMounted) execFileSync('umount', ['-l', folder])
  rmSync(folder, { recursive: true, force: true })
})
