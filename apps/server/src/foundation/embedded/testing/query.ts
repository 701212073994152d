import pg from 'pg'

/** Runs one statement on a new connection. */
export async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  // A server that a test kills also emits an error here.
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end().catch(() => undefined)
  }
}
