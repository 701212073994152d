import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Placement } from '../../../databases/engine/database-engine.ts'
import { type Statement, withName } from '../../../databases/sql/render.ts'
import { IN_TIME } from '../../../databases/sql/sqlite-dialect.ts'
import { DatabaseFault } from '../database-fault.ts'
import type { RowRunner, RowTarget } from '../row-runner.ts'
import { openSqliteRunner } from './sqlite-runner.ts'

const ENDLESS =
  'with recursive c(x) as (select 1 union all select x + 1 from c) select count(*) from c'
const READ: Statement = {
  text: `select case when exists (select 1 from item) then (${ENDLESS}) end as n`,
  values: [],
  readsComputed: true,
}

let folder: string
let runner: RowRunner
let writer: Sqlite.Database
const placement = { database: 'rows.sqlite' } as Placement

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'runner-'))
  mkdirSync(join(folder, 'projects'))
  writer = new Sqlite(join(folder, 'projects', placement.database))
  writer.pragma('journal_mode = WAL')
  writer.exec('create table _plinth_meta (key text primary key, value text) strict')
  writer.exec(`insert into _plinth_meta values ('release', 'r1')`)
  writer.exec('create table item (id integer primary key) strict')
  runner = openSqliteRunner(folder)
})

afterEach(async () => {
  await runner.close()
  writer.close()
  rmSync(folder, { recursive: true })
})

test('times out a statement over a Computed table that was short until now', async () => {
  const asked = withName(READ)
  const target = { placement, release: 'r1' }
  expect(await runner.read(target, asked)).toEqual([{ n: null }])
  Object.assign(asked.known, { ms: 0.1, at: performance.now() })
  writer.exec('insert into item default values')
  await expect(runner.read(target, asked)).rejects.toThrow(DatabaseFault)
})

test('reads plain tables while every process for Computed tables is busy', async () => {
  const target = { placement, release: 'r1' }
  writer.exec('insert into item default values')
  const plain = { text: 'select count(*) as n from item', values: [] }
  await runner.read(target, plain)
  const ended: string[] = []
  const endless = Array.from({ length: 2 }, () =>
    runner.read(target, READ).catch(() => ended.push('endless')),
  )
  expect(await runner.read(target, plain)).toEqual([{ n: 1 }])
  expect(ended).toEqual([])
  await Promise.all(endless)
})

/** As statements do that follow several to-many relations. */
const ASKING: Statement = {
  text: `select case when exists (select 1 from item) then (with recursive c(x) as
    (select 1 union all select x + 1 from c where ${IN_TIME}(x)) select count(*) from c) end as n`,
  values: [],
}
const TIMEOUT = expect.objectContaining({ fault: { kind: 'timeout' } })

test('ends a statement that asks for the time left, and its thread with it', async () => {
  const target = { placement, release: 'r1' }
  writer.exec('insert into item default values')
  const endless = Array.from({ length: 3 }, () => runner.read(target, ASKING))
  for (const each of await Promise.allSettled(endless))
    expect(each).toEqual({ status: 'rejected', reason: TIMEOUT })
  expect(await runner.read(target, COUNT)).toEqual([{ n: 1 }])
  const before = process.cpuUsage()
  await new Promise((resolve) => setTimeout(resolve, 300))
  const { user } = process.cpuUsage(before)
  expect(user / 1_000).toBeLessThan(150)
})

test('does not block this thread with a statement that was short until now', async () => {
  const asked = withName(ASKING)
  const target = { placement, release: 'r1' }
  expect(await runner.read(target, asked)).toEqual([{ n: null }])
  Object.assign(asked.known, { ms: 0.1, at: performance.now() })
  writer.exec('insert into item default values')
  const since = performance.now()
  const reading = runner.read(target, asked)
  expect(performance.now() - since).toBeLessThan(1_000)
  await expect(reading).rejects.toEqual(TIMEOUT)
})

/** A neighbour's file, beside the hostile one. */
function openNeighbour() {
  const name = 'quiet.sqlite'
  writer.exec(`vacuum into '${join(folder, 'projects', name)}'`)
  return { placement: { database: name } as Placement, release: 'r1' }
}
const COUNT: Statement = { text: 'select count(*) as n from item', values: [] }

test('reads a Computed table of one file while endless ones of another run and wait', async () => {
  const quiet = openNeighbour()
  writer.exec('insert into item default values')
  const ended: string[] = []
  const endless = Array.from({ length: 5 }, () =>
    runner.read({ placement, release: 'r1' }, READ).catch(() => ended.push('endless')),
  )
  expect(await runner.read(quiet, READ)).toEqual([{ n: null }])
  expect(ended).toEqual([])
  await Promise.all(endless)
})

test('a read of one file waits for few of forty slow reads of another', async () => {
  const quiet = openNeighbour()
  const hostile = { placement, release: 'r1' }
  const text =
    'with recursive c(x) as (select 1 union all select x + 1 from c limit 100000) select count(*) from c'
  const readSlowly = (target: RowTarget) => runner.read(target, { text, values: [] })
  // Starts all threads.
  await Promise.all([hostile, hostile, hostile, quiet, quiet, quiet].map(readSlowly))
  const order: string[] = []
  const slow = Array.from({ length: 40 }, () => readSlowly(hostile).then(() => order.push('slow')))
  await runner.read(quiet, COUNT).then(() => order.push('quiet'))
  expect(order.indexOf('quiet')).toBeLessThan(8)
  await Promise.all(slow)
})

test('refuses a file with too many statements waiting, and not its neighbour', async () => {
  const quiet = openNeighbour()
  const read = () => runner.read({ placement, release: 'r1' }, COUNT)
  const many = Array.from({ length: 700 }, () => read().catch(({ fault }: DatabaseFault) => fault))
  expect(await runner.read(quiet, COUNT)).toEqual([{ n: 0 }])
  const refused = (await Promise.all(many)).filter((each) => 'kind' in each)
  expect(refused.length).toBeGreaterThan(0)
  expect(refused[0]).toMatchObject({ kind: 'limited' })
})
