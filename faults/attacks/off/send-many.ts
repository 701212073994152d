import type pg from 'pg'

/** Takes the place of the extended protocol: a text may hold several statements. */
export function sendOne(client: pg.ClientBase, query: pg.QueryConfig) {
  return client.query(query)
}
