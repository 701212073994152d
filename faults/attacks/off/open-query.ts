import { openFile } from '../../../apps/server/src/databases/sqlite/catalogue/open-file.ts'

/** Replaces the process for SQLite queries: the whole file can be read. */
export async function runSqliteQuery(file: string, { query }: { query: string }) {
  const database = openFile(file, { readonly: true })
  try {
    return { ok: true, rows: database.prepare(query).all() }
  } finally {
    database.close()
  }
}
