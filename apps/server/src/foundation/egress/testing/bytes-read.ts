import type { Socket } from 'node:net'
import type pg from 'pg'

/** How many bytes a connection has read; the driver's types do not have its socket. */
export function bytesReadBy(client: pg.Client): number {
  return (client as unknown as { connection: { stream: Socket } }).connection.stream.bytesRead
}
