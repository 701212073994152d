import type pg from 'pg'

/** Replaces the extended protocol: a text can contain several statements. */
export function sendOne(client: pg.ClientBase, query: pg.QueryConfig) {
  return client.query(query)
}
