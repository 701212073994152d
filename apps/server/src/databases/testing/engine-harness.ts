import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from '@plinth/contract'
import Sqlite from 'better-sqlite3'
import pg from 'pg'
import { dropDatabase } from '../../foundation/platform/testing/drop-database.ts'
import { openVault } from '../../foundation/secrets/vault.ts'
import type { DatabaseEngine, Placement } from '../engine/database-engine.ts'
import { viewOwnerRole } from '../engine/role-names.ts'
import { openPostgresEngine } from '../postgres/postgres-engine.ts'
import { quoteName } from '../sql/quote-name.ts'
import { openSqliteEngine } from '../sqlite/sqlite-engine.ts'

type Row = Record<string, unknown>

/** A database engine on real databases, with direct SQL access beside it. */
export interface EngineHarness {
  name: Database
  engine: DatabaseEngine
  /** The folder of SQLite's files, and the connection URL of PostgreSQL. */
  place: string
  /** A new, provisioned environment. */
  newPlacement(): Promise<Placement>
  /** Runs SQL in an environment, `?` for values; table names need no schema. */
  query(placement: Placement, text: string, values?: unknown[]): Promise<Row[]>
  /** Reads a Computed table as its owner, since our own role may not. */
  readView(placement: Placement, name: string): Promise<Row[]>
  close(): Promise<void>
}

/** Parses int8 as a number, like the product does. */
const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === 20 ? Number : pg.types.getTypeParser(oid, format as 'text'),
} as pg.CustomTypesConfig

/** PostgreSQL at this URL, in a new database. */
export async function openPostgresHarness(url: string): Promise<EngineHarness> {
  const database = `planner_${randomBytes(6).toString('hex')}`
  const vault = openVault(randomBytes(32).toString('base64'))
  const engine = openPostgresEngine({
    urlOf: () => url,
    vault,
    egress: { allowed: new Set(), unverified: new Set() },
  })
  const address = new URL(url)
  address.pathname = `/${database}`
  let client: pg.Client | undefined
  const open = async () => {
    client = new pg.Client({ connectionString: address.href, types })
    await client.connect()
    return client
  }
  return {
    name: 'postgres',
    engine,
    place: url,
    async newPlacement() {
      const placement: Placement = {
        environmentId: `env_${randomUUID()}`,
        engine: 'postgres',
        server: 'default',
        database,
        schema: `e_${randomBytes(10).toString('hex')}`,
        connection: null,
      }
      await engine.provision(placement)
      return placement
    },
    async query(placement, text, values = []) {
      const on = client ?? (await open())
      let count = 0
      const numbered = text.replaceAll('?', () => `$${++count}`)
      await on.query(`set search_path to "${placement.schema}"`)
      const result = await on.query(numbered, values)
      return result.rows
    },
    async readView(placement, name) {
      const on = client ?? (await open())
      const owner = quoteName(viewOwnerRole(placement))
      await on.query(`begin; grant ${owner} to current_user with inherit true, set true`)
      const from = `${quoteName(placement.schema)}.${quoteName(name)}`
      const { rows } = await on.query(`select * from ${from}`).finally(() => on.query('rollback'))
      return rows
    },
    async close() {
      await client?.end()
      const admin = new pg.Client({ connectionString: url })
      await admin.connect()
      await dropDatabase(admin, database)
      await admin.end()
    },
  }
}

/** SQLite in a temporary folder. */
export async function openSqliteHarness(): Promise<EngineHarness> {
  const dataDir = mkdtempSync(join(tmpdir(), 'planner-'))
  const engine = openSqliteEngine(dataDir)
  const opened = new Map<string, Sqlite.Database>()
  const query: EngineHarness['query'] = async (placement, text, values = []) => {
    const file = join(dataDir, 'projects', placement.database)
    const database = opened.get(file) ?? new Sqlite(file)
    opened.set(file, database)
    database.pragma('foreign_keys = ON')
    const statement = database.prepare(text)
    if (statement.reader) return statement.all(...values) as Row[]
    statement.run(...values)
    return []
  }
  return {
    name: 'sqlite3',
    engine,
    place: dataDir,
    async newPlacement() {
      const environmentId = `env_${randomUUID()}`
      const placement: Placement = {
        environmentId,
        engine: 'sqlite3',
        server: 'local',
        database: `${environmentId}.db`,
        schema: 'main',
        connection: null,
      }
      await engine.provision(placement)
      return placement
    },
    query,
    readView: (placement, name) => query(placement, `select * from ${quoteName(name)}`),
    async close() {
      for (const database of opened.values()) database.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
