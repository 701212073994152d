import type { Socket } from 'node:net'
import pg from 'pg'
import type { Placement } from '../../../databases/engine/database-engine.ts'
import { readerRole } from '../../../databases/engine/role-names.ts'
import { quoteName } from '../../../databases/sql/quote-name.ts'
import { limitQueries } from '../../../foundation/platform/limit-queries.ts'
import { clientTimeoutOf } from '../row-runner.ts'

/** More than any statement returns; a guard against the server of an adopted database. */
const MAX_READ_BYTES = 64 * 1024 * 1024

interface Opening {
  readonly placement: Placement
  /** The product's own connection settings. */
  readonly config: pg.ClientConfig
  readonly password: string
  readonly statementMs: number
}

/** In a startup option a space separates and a backslash escapes. */
const escapeOption = (text: string) => text.replaceAll(/[\\ ]/g, '\\$&')

function addressOf(url: string, { placement, password }: Opening): string {
  const address = new URL(url)
  address.username = readerRole(placement)
  address.password = password
  return address.href
}

const streamOf = (client: pg.Client) =>
  (client as unknown as { connection: { stream: Socket } }).connection.stream

/** Closes a connection without waiting for running statements. */
export function destroyReader(client: pg.Client): void {
  streamOf(client).destroy()
}

export function isDestroyed(client: pg.Client): boolean {
  return streamOf(client).destroyed
}

/** Opens a connection logged in as an environment's reader. */
export async function openReader(opening: Opening): Promise<pg.Client> {
  const { placement, config, password, statementMs } = opening
  const { connectionString } = config
  const client = new pg.Client({
    ...config,
    ...(connectionString && { connectionString: addressOf(connectionString, opening) }),
    user: readerRole(placement),
    password,
    statement_timeout: statementMs,
    connectionTimeoutMillis: 5_000,
    // Statements are pipelined, so that BEGIN and ROLLBACK cost no extra round trips.
    pipeline: true,
    application_name: 'plinth-reader',
    // DISCARD ALL resets to the settings given at startup.
    options: `-c default_transaction_read_only=on -c search_path=${escapeOption(quoteName(placement.schema))}`,
  })
  limitQueries(client, { maxMs: clientTimeoutOf(statementMs), maxBytes: MAX_READ_BYTES })
  // A lost connection fails the running statement; without a listener the event would end the process.
  client.on('error', () => undefined)
  await client.connect()
  return client
}
