import type pg from 'pg'

/**
 * The database keeps each statement that a connection has prepared, for one with 60 comparisons 100 KB. Callers choose the
 * filters of lists, so a connection that has prepared many is replaced.
 */
export const MAX_PREPARED = 500

/** What the driver's types do not have. */
interface ClientState {
  readonly connection: { on(event: 'parseComplete', listener: () => void): void }
}

const counts = new WeakMap<pg.ClientBase, number>()

/** Counts what a new connection prepares. */
export function countPrepared(client: pg.ClientBase): void {
  counts.set(client, 0)
  const { connection } = client as unknown as ClientState
  connection.on('parseComplete', () => counts.set(client, (counts.get(client) ?? 0) + 1))
}

/** Whether a connection should be closed instead of being used again. */
export const hasPreparedMany = (client: pg.ClientBase): boolean =>
  (counts.get(client) ?? 0) >= MAX_PREPARED
