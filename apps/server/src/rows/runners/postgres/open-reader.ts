import type { Socket } from 'node:net'
import pg from 'pg'
import type { Placement } from '../../../databases/engine/database-engine.ts'
import { readerOf } from '../../../databases/engine/reader-of.ts'
import { quoteName } from '../../../databases/sql/quote-name.ts'
import { STATEMENT_MS } from '../row-runner.ts'

interface Opening {
  readonly placement: Placement
  /** How the product itself reaches the database. */
  readonly config: pg.ClientConfig
  readonly password: string
}

/** In a startup option a space separates and a backslash escapes. */
const escapeOption = (text: string) => text.replaceAll(/[\\ ]/g, '\\$&')

function addressOf(url: string, { placement, password }: Opening): string {
  const address = new URL(url)
  address.username = readerOf(placement)
  address.password = password
  return address.href
}

/** Closes a connection without waiting for what it is asked. */
export function destroyReader(client: pg.Client): void {
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection
  stream.destroy()
}

/** Opens a connection that is logged in as an environment's reader. */
export async function openReader(opening: Opening): Promise<pg.Client> {
  const { placement, config, password } = opening
  const { connectionString } = config
  const client = new pg.Client({
    ...config,
    ...(connectionString && { connectionString: addressOf(connectionString, opening) }),
    user: readerOf(placement),
    password,
    statement_timeout: STATEMENT_MS,
    connectionTimeoutMillis: 5_000,
    // Statements leave together, so that what surrounds one costs no round trip of its own.
    pipeline: true,
    application_name: 'plinth-reader',
    // Settings of the start are what DISCARD ALL goes back to.
    options: `-c default_transaction_read_only=on -c search_path=${escapeOption(quoteName(placement.schema))}`,
  })
  // A lost connection fails the statement under way; without a listener it would end the process.
  client.on('error', () => undefined)
  await client.connect()
  return client
}
