import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import type { Dialect } from '../../databases/sql/dialect.ts'
import { postgresDialect } from '../../databases/sql/postgres-dialect.ts'
import { render, type Statement } from '../../databases/sql/render.ts'
import { sqliteDialect } from '../../databases/sql/sqlite-dialect.ts'
import { openFile } from '../../databases/sqlite/catalogue/open-file.ts'
import { Sql } from '../../foundation/platform/sql.ts'
import { cutRows, makePage } from '../runners/make-page.ts'

type Row = Readonly<Record<string, unknown>>

/** A real database for one test file. */
export interface TestDatabase {
  readonly dialect: Dialect
  readonly schema: string
  execute(text: string): Promise<void>
  query(statement: Sql | Statement): Promise<readonly Row[]>
  close(): Promise<void>
}

export const ENGINES = ['postgres', 'sqlite3'] as const

export function openDatabase(engine: (typeof ENGINES)[number]): Promise<TestDatabase> {
  return engine === 'postgres' ? openPostgres() : Promise.resolve(openSqlite())
}

/** Accepts rendered statements and SQL fragments; fragments are rendered first. */
function ready(statement: Sql | Statement, style: '$' | '?'): Statement {
  return statement instanceof Sql ? render(statement, style) : statement
}

async function openPostgres(): Promise<TestDatabase> {
  const { databaseUrl } = inject('server')
  const name = `data_test_${randomBytes(6).toString('hex')}`
  const administer = async (text: string) => {
    const client = new pg.Client({ connectionString: databaseUrl })
    await client.connect()
    await client.query(text).finally(() => client.end())
  }
  await administer(`create database ${name}`)
  const url = new URL(databaseUrl)
  url.pathname = `/${name}`
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  await client.query('create schema e_test')
  return {
    dialect: postgresDialect,
    schema: 'e_test',
    execute: async (text) => void (await client.query(text)),
    query: async (statement) => {
      const { text, values } = ready(statement, '$')
      return (await client.query(text, [...values])).rows
    },
    close: async () => {
      await client.end()
      await administer(`drop database ${name}`)
    },
  }
}

function openSqlite(): TestDatabase {
  const folder = mkdtempSync(join(tmpdir(), 'plinth-data-'))
  const database = openFile(join(folder, 'test.db'))
  database.pragma('foreign_keys = off')
  database.pragma('journal_mode = memory')
  database.pragma('synchronous = off')
  return {
    dialect: sqliteDialect,
    schema: 'main',
    execute: async (text) => void database.exec(text),
    query: async (statement) => {
      const { text, values, list, maxBytes } = ready(statement, '?')
      const prepared = database.prepare<unknown[], Row>(text)
      if (list) return [makePage(prepared.pluck().all(...values) as unknown as string[], list)]
      if (maxBytes !== undefined) return cutRows(prepared.iterate(...values), { maxBytes })
      if (prepared.reader) return prepared.all(...values)
      prepared.run(...values)
      return []
    },
    close: async () => {
      database.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
