import { quoteName } from '../../../apps/server/src/databases/sql/quote-name.ts'

/** Replaces the text of a SQLite view: the query reads whole tables, including hashed and hidden columns. */
export function viewSqlOf() {
  return ({ name, query }: { name: string; query: string }): string =>
    `CREATE VIEW ${quoteName(name)} as ${query}`
}
