import type pg from 'pg'

/**
 * The database keeps each statement that a connection has prepared, for one with 60 comparisons 100 KB. Callers choose the
 * filters of lists, so a connection that has prepared many is replaced.
 */
export const MAX_PREPARED = 500

/** What the driver's types do not have. */
interface ClientState {
  readonly connection: {
    /** The texts of the statements that the connection has prepared, by name. */
    readonly parsedStatements: Readonly<Record<string, string>>
    on(event: 'parseComplete', listener: () => void): void
  }
}

const counts = new WeakMap<pg.ClientBase, number>()

/** Counts what a new connection prepares. */
export function countPrepared(client: pg.ClientBase): void {
  counts.set(client, 0)
  const { connection } = client as unknown as ClientState
  // Statements without a name are parsed as well, but the database keeps only the last one.
  connection.on('parseComplete', () =>
    counts.set(client, Object.keys(connection.parsedStatements).length),
  )
}

/** Whether a connection should be closed instead of being used again. */
export const hasPreparedMany = (client: pg.ClientBase): boolean =>
  (counts.get(client) ?? 0) >= MAX_PREPARED
