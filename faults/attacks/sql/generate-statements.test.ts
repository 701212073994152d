import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'libpg-query'
import { afterAll, describe, expect, test } from 'vitest'
import { checkQuery } from '../../../apps/server/src/databases/query-check/check-query.ts'
import type { ReadableTable } from '../../../apps/server/src/databases/query-check/readable/readable-table.ts'
import { openFile } from '../../../apps/server/src/databases/sqlite/catalogue/open-file.ts'
import { CONSTRUCTS, generateStatements, TRICKS } from './generate-statements.ts'

const SYSTEM = ['id', 'createdOn', 'updatedOn']
const TABLES: readonly ReadableTable[] = [
  { name: 'user', columns: [...SYSTEM, 'email', 'verified'], hiddenColumns: ['password'] },
  { name: 'note', columns: [...SYSTEM, 'title', 'rank'], hiddenColumns: ['secret', 'pin'] },
  { name: 'topic', columns: [...SYSTEM, 'name'] },
]
const COUNT = 2_000

const folder = mkdtempSync(join(tmpdir(), 'attacks-'))
afterAll(() => rmSync(folder, { recursive: true }))
const targets = {
  file: '/etc/hostname',
  out: join(folder, 'out'),
  neighbour: join(folder, 'neighbour'),
  canary: 'canary',
}

/** An unguarded in-memory database with the tables that the attacks target. */
function openUnguarded() {
  const database = openFile(':memory:')
  for (const table of TABLES)
    if ('columns' in table) {
      const columns = [...table.columns, ...(table.hiddenColumns ?? [])]
      database.exec(
        `create table "${table.name}" (${columns.map((name) => `"${name}"`).join(', ')})`,
      )
    }
  for (const name of ['meta', 'audit', 'catalogue', 'event'])
    database.exec(`create table "_plinth_${name}" (key, value)`)
  return database
}

/** Whether the database's own grammar accepts the whole text; SQLite also runs it. */
async function isStatement(database: 'postgres' | 'sqlite3', sql: string): Promise<boolean> {
  if (database === 'postgres')
    return parse(sql).then(
      () => true,
      () => false,
    )
  const file = openUnguarded()
  try {
    file.exec(sql)
    return true
  } catch (error) {
    return !/syntax error|unrecognized token|incomplete input/.test(String(error))
  } finally {
    file.close()
  }
}

describe.each(['postgres', 'sqlite3'] as const)('generated attacks on %s', (database) => {
  const statements = generateStatements({ database, seed: 18, count: COUNT, targets })

  test('combine at least 20 tricks with 40 constructs without duplicates', () => {
    expect(TRICKS[database].length).toBeGreaterThanOrEqual(20)
    expect(CONSTRUCTS[database].length).toBeGreaterThanOrEqual(40)
    expect(new Set(statements.map(({ sql }) => sql)).size).toBe(COUNT)
  })

  test('are deterministic for a seed', () => {
    expect(generateStatements({ database, seed: 18, count: COUNT, targets })).toEqual(statements)
    expect(generateStatements({ database, seed: 19, count: COUNT, targets })).not.toEqual(
      statements,
    )
  })

  test('are valid statements, so that none is rejected for its syntax', async () => {
    const broken: string[] = []
    for (const { sql, trick, construct } of statements)
      if (!(await isStatement(database, sql))) broken.push(`${trick} × ${construct}: ${sql}`)
    expect(broken).toEqual([])
  })

  test('are all stopped by the check alone', async () => {
    const passed: string[] = []
    for (const { sql, trick, construct } of statements) {
      const fault = await checkQuery({ database, query: sql, tables: TABLES })
      if (fault === undefined) passed.push(`${trick} × ${construct}: ${sql}`)
    }
    expect(passed).toEqual([])
  })
})
