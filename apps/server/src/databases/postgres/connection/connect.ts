import pg from 'pg'
import { connectExternal } from '../../../foundation/egress/connect-external.ts'
import { limitQueries } from '../../../foundation/platform/limit-queries.ts'
import type { SingleConnections } from '../../../foundation/platform/single-connections.ts'
import type { Vault } from '../../../foundation/secrets/vault.ts'
import type { EgressPolicy } from '../../../foundation/settings/egress-policy.ts'
import type { Placement } from '../../engine/database-engine.ts'
import { quoteName } from '../../sql/quote-name.ts'

/** An index of a large table can take hours; a server that never answers must not be waited for for ever. */
const MAX_STATEMENT_MS = 6 * 3_600_000
const DUPLICATE_DATABASE = new Set(['42P04', '23505'])

export interface PostgresEngineOptions {
  /** Resolves a cluster name of a placement to its URL, past a pooler. */
  urlOf: (server: string) => string
  vault: Vault
  egress: EgressPolicy
  /** Places in the budget of the process; without it connections are not limited. */
  places?: SingleConnections
}

/** A connection outside any pool. */
export type SingleConnection = pg.Client

/** Opens a dedicated connection outside any pool, so that session settings affect nobody else. */
export type Connect = (placement: Placement) => Promise<pg.Client>

export async function connectTo(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  limitQueries(client, { maxMs: MAX_STATEMENT_MS })
  // A lost connection fails the running statement; without a listener the event would end the process.
  client.on('error', () => undefined)
  await client.connect()
  return client
}

/** The address of another database on the same server. */
export function withDatabase(url: string, database: string): string {
  const address = new URL(url)
  address.pathname = `/${encodeURIComponent(database)}`
  return address.href
}

export function connectWith(options: PostgresEngineOptions): Connect {
  const open = async (placement: Placement) => {
    if (placement.connection) {
      const url = options.vault.open(placement.connection, ['placement', placement.environmentId])
      return connectExternal(url, options.egress)
    }
    return connectTo(withDatabase(options.urlOf(placement.server), placement.database))
  }
  return (placement) => inPlace(options, () => open(placement))
}

/** The place is free again when the connection ends. */
async function inPlace(
  { places }: Pick<PostgresEngineOptions, 'places'>,
  open: () => Promise<pg.Client>,
): Promise<pg.Client> {
  const free = await places?.take()
  try {
    const client = await open()
    if (free) client.once('end', free)
    return client
  } catch (error) {
    free?.()
    throw error
  }
}

export async function withConnection<T>(
  { connect, placement }: { connect: Connect; placement: Placement },
  use: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = await connect(placement)
  try {
    return await use(client)
  } finally {
    await client.end().catch(() => {})
  }
}

/** Creates the database unless it exists. */
export async function ensureDatabase(
  options: PostgresEngineOptions,
  { server, database }: Placement,
): Promise<void> {
  const client = await inPlace(options, () => connectTo(options.urlOf(server)))
  try {
    const result = await client.query('select 1 from pg_database where datname = $1', [database])
    if (result.rowCount === 0) await client.query(`create database ${quoteName(database)}`)
  } catch (error) {
    if (!DUPLICATE_DATABASE.has(String((error as { code?: string }).code))) throw error
  } finally {
    await client.end()
  }
}
