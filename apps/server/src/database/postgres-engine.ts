import pg from 'pg'
import { connectExternal } from '../egress/connect-external.ts'
import type { Vault } from '../secrets/vault.ts'
import type { DatabaseEngine, Placement } from './database-engine.ts'

const DUPLICATE_DATABASE = new Set(['42P04', '23505'])

export interface PostgresEngineOptions {
  /** The address of a cluster by its name in placements. */
  urlOf: (server: string) => string
  vault: Vault
  egressAllow: ReadonlySet<string>
}

function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

function withDatabase(url: string, database: string): string {
  const address = new URL(url)
  address.pathname = `/${encodeURIComponent(database)}`
  return address.href
}

async function connectTo(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  // A lost connection fails the statement under way; without a listener it would end the process.
  client.on('error', () => undefined)
  await client.connect()
  return client
}

async function ensureDatabase(url: string, database: string): Promise<void> {
  const client = await connectTo(url)
  try {
    const found = await client.query('select 1 from pg_database where datname = $1', [database])
    if (found.rowCount === 0) await client.query(`create database ${quote(database)}`)
  } catch (error) {
    if (!DUPLICATE_DATABASE.has(String((error as { code?: string }).code))) throw error
  } finally {
    await client.end()
  }
}

/** A schema per environment in data databases apart from the platform's own. */
export function openPostgresEngine(options: PostgresEngineOptions): DatabaseEngine {
  function connect(placement: Placement): Promise<pg.Client> {
    if (placement.connection) {
      const url = options.vault.open(placement.connection, ['placement', placement.environmentId])
      return connectExternal(url, options.egressAllow)
    }
    return connectTo(withDatabase(options.urlOf(placement.server), placement.database))
  }

  return {
    async provision(placement) {
      if (!placement.connection) {
        await ensureDatabase(options.urlOf(placement.server), placement.database)
      }
      const client = await connect(placement)
      const schema = quote(placement.schema)
      try {
        await client.query('begin')
        await client.query(`create schema if not exists ${schema}`)
        await client.query(
          `create table if not exists ${schema}._plinth_meta (key text primary key, value text not null)`,
        )
        await client.query(
          `insert into ${schema}._plinth_meta (key, value) values ('environment', $1) on conflict do nothing`,
          [placement.environmentId],
        )
        await client.query('commit')
      } finally {
        await client.end()
      }
    },
    async drop(placement) {
      const client = await connect(placement)
      const schema = quote(placement.schema)
      try {
        // An external database belongs to somebody else: only what we put there goes.
        await client.query(
          placement.connection
            ? `drop table if exists ${schema}._plinth_meta`
            : `drop schema if exists ${schema} cascade`,
        )
      } finally {
        await client.end()
      }
    },
    async check() {
      const client = await connectTo(options.urlOf('default'))
      await client.query('select 1').finally(() => client.end())
    },
  }
}
