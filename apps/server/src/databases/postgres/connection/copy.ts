import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from, to } from 'pg-copy-streams'

/** Streams a table's rows in PostgreSQL's text format; returns their number at the end. */
export async function* copyOut(client: pg.Client, text: string): AsyncGenerator<Buffer, number> {
  const copy = client.query(to(text))
  yield* copy
  // The stream ends with the last row, the server's count may arrive later: before the next statement.
  await client.query('')
  return copy.rowCount
}

/** Writes rows in PostgreSQL's text format into a table; returns their number. */
export async function copyIn(
  client: pg.Client,
  { text, rows }: { text: string; rows: AsyncIterable<Buffer> },
): Promise<number> {
  const copy = client.query(from(text))
  await pipeline(rows, copy)
  return copy.rowCount
}
