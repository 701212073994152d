import type pg from 'pg'

/** Sends a text in the extended protocol: one statement is all that PostgreSQL takes there. */
export function sendOne<R extends pg.QueryResultRow>(
  client: Pick<pg.ClientBase, 'query'>,
  query: pg.QueryConfig,
): Promise<pg.QueryResult<R>> {
  return client.query<R>({ ...query, queryMode: 'extended' } as pg.QueryConfig)
}
