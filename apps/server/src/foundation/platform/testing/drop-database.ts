interface Connection {
  query(text: string, values?: unknown[]): Promise<unknown>
}

/**
 * Ends every connection to a database that our role may end, and drops it. `drop database … with (force)` fails while
 * autovacuum, which runs as the superuser, is in the database; a plain drop cancels it and waits.
 */
export async function dropDatabase(on: Connection, name: string): Promise<void> {
  await on.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
    where datname = $1 and backend_type = 'client backend' and pg_has_role(usesysid, 'USAGE')`,
    [name],
  )
  await on.query(`drop database if exists "${name}"`)
}
