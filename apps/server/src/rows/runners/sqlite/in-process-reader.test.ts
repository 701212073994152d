import { mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import Sqlite from 'better-sqlite3'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { withName } from '../../../databases/sql/render.ts'
import { DatabaseFault } from '../database-fault.ts'
import { InProcessReader, recordTiming } from './in-process-reader.ts'

const COUNT = withName({ text: 'select count(*) as n from item', values: [] })

let folder: string
let reader: InProcessReader
let writer: Sqlite.Database
const path = () => join(folder, 'rows.sqlite')

function make(name: string, release: string): Sqlite.Database {
  const made = new Sqlite(join(folder, name))
  made.pragma('journal_mode = WAL')
  made.exec('create table _plinth_meta (key text primary key, value text) strict')
  made.exec('create table item (id integer primary key) strict')
  made.prepare('insert into _plinth_meta values (?, ?)').run('release', release)
  return made
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'reader-'))
  writer = make('rows.sqlite', 'r1')
  reader = new InProcessReader(100)
})

afterEach(() => {
  reader.close()
  writer.close()
  rmSync(folder, { recursive: true })
})

const count = (release = 'r1') =>
  reader.read({ file: path(), release, statement: COUNT }, COUNT.known)?.[0]?.n
const add = () => writer.exec('insert into item default values')

test('reads of one event-loop turn share a snapshot, and the next turn sees new writes', async () => {
  expect(count()).toBe(0)
  add()
  expect(count()).toBe(0)
  await nextTurn()
  expect(count()).toBe(1)
})

test('after a completed write the same turn sees it', () => {
  expect(count()).toBe(0)
  add()
  reader.endSnapshot(path())
  expect(count()).toBe(1)
})

test('rejects a statement of another release as stale and forgets its timing', () => {
  count()
  expect(COUNT.known.ms).toBeLessThan(1_000)
  expect(() => count('r2')).toThrow(DatabaseFault)
  expect(COUNT.known.ms).toBeUndefined()
  expect(count()).toBe(0)
})

test('reads a file that replaced the old one', async () => {
  add()
  expect(count()).toBe(1)
  await nextTurn()
  make('other.sqlite', 'r1').close()
  renameSync(join(folder, 'other.sqlite'), path())
  for (const part of ['-wal', '-shm']) rmSync(`${path()}${part}`, { force: true })
  expect(count()).toBe(0)
})

test('does not wait for a lock, so that a worker thread can try instead', () => {
  const owner = new Sqlite(path())
  owner.pragma('locking_mode = exclusive')
  writer.close()
  owner.exec('insert into item default values')
  expect(count()).toBeUndefined()
  owner.close()
  expect(count()).toBe(1)
})

test.each([
  ['never timed', { ms: undefined, ago: 0 }, false],
  ['short just now', { ms: 0.2, ago: 0 }, true],
  ['not short', { ms: 1.5, ago: 0 }, false],
  ['short long ago', { ms: 0.2, ago: 11_000 }, false],
] as const)('decides whether to trust a statement that was %s', (_, { ms, ago }, isTrusted) => {
  const known = { name: 'a', ms, at: performance.now() - ago }
  expect(reader.isKnownShort(known)).toBe(isTrusted)
  reader.resetTimings()
  expect(reader.isKnownShort(known)).toBe(false)
})

test.each([
  ['interrupted once', [0.2, 0.2, 3, 0.2], true],
  ['taking longer and longer', [0.2, 1.5, 1.5, 1.5, 1.5, 1.5], false],
  ['suddenly long', [0.2, 0.2, 40], false],
  ['long once, then short again', [40, 0.2], true],
] as const)('averages the timing of a statement that was %s', (_, runs, isTrusted) => {
  const known = { name: 'a', ms: undefined, at: 0 }
  for (const ms of runs) recordTiming(known, ms)
  expect(reader.isKnownShort(known)).toBe(isTrusted)
})
