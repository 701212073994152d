import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from '@plinth/contract'
import Sqlite from 'better-sqlite3'
import pg from 'pg'
import { inject } from 'vitest'
import type { Row } from './fill-project.ts'

/** A plain database with an export loaded into it. */
export interface Loaded {
  query(text: string): Promise<Row[]>
  close(): Promise<void>
}

/** Integers as numbers; JSON as text, for the test to parse. */
const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === 20 ? Number : pg.types.getTypeParser(oid, format as 'text'),
} as pg.CustomTypesConfig

async function loadPostgres(folder: string): Promise<Loaded> {
  const url = new URL(inject('server').databaseUrl)
  const database = `bare_${randomBytes(6).toString('hex')}`
  const admin = new pg.Client({ connectionString: url.href })
  await admin.connect()
  await admin.query(`create database ${database}`)
  url.pathname = `/${database}`
  const client = new pg.Client({ connectionString: url.href, types })
  await client.connect()
  await client.query(await readFile(join(folder, 'postgres.sql'), 'utf8'))
  return {
    query: async (text) => (await client.query(text)).rows,
    async close() {
      await client.end()
      await admin.query(`drop database ${database}`)
      await admin.end()
    },
  }
}

async function loadSqlite(folder: string): Promise<Loaded> {
  const file = new Sqlite(':memory:')
  file.exec(await readFile(join(folder, 'sqlite.sql'), 'utf8'))
  return {
    query: async (text) => file.prepare<[], Row>(text).all(),
    close: async () => {
      file.close()
    },
  }
}

export const LOADERS = { postgres: loadPostgres, sqlite3: loadSqlite }

const MOMENTS = ['createdOn', 'updatedOn', 'select']
const JSON_FIELDS = ['picks', 'paper', 'data']

/** A row of a loaded database in the form of the data API's reply. */
export function asAnswered({ pin, ...row }: Row, engine: Database): Row {
  const read = row as Row
  for (const name of MOMENTS) {
    if (read[name]) read[name] = new Date(read[name] as string).toISOString()
  }
  for (const name of JSON_FIELDS) {
    if (engine === 'sqlite3' && typeof read[name] === 'string') read[name] = JSON.parse(read[name])
  }
  if (typeof read.flag === 'number') read.flag = read.flag === 1
  return pin ? { ...read, pin } : read
}

/** The fields of a row that are stored in its own table. */
export function withoutLists(row: Row): Row {
  const { tags: _tags, things: _things, before: _before, after: _after, ...rest } = row
  return rest as Row
}
