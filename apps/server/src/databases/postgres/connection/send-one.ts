import type pg from 'pg'

/** Uses the extended protocol, in which PostgreSQL accepts only one statement. */
export function sendOne<R extends pg.QueryResultRow>(
  client: Pick<pg.ClientBase, 'query'>,
  query: pg.QueryConfig,
): Promise<pg.QueryResult<R>> {
  return client.query<R>({ ...query, queryMode: 'extended' } as pg.QueryConfig)
}
