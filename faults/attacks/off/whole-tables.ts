import { quoteName } from '../../../apps/server/src/databases/sql/quote-name.ts'

/** Takes the place of the text of a view on SQLite: the query reads whole tables, hashed and hidden columns included. */
export function viewSqlOf() {
  return ({ name, query }: { name: string; query: string }): string =>
    `CREATE VIEW ${quoteName(name)} as ${query}`
}
