import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Placement } from '../../../databases/engine/database-engine.ts'
import { type Statement, withName } from '../../../databases/sql/render.ts'
import { DatabaseFault } from '../database-fault.ts'
import type { RowRunner } from '../row-runner.ts'
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
