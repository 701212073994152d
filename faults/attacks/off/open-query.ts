import { openFile } from '../../../apps/server/src/databases/sqlite/catalogue/open-file.ts'
import type { RawResult } from '../../../apps/server/src/rows/runners/row-runner.ts'

/** Replaces the process for SQLite queries: the whole file can be read. */
export async function runSqliteQuery(
  file: string,
  { query }: { query: string },
): Promise<RawResult> {
  const database = openFile(file, { readonly: true })
  try {
    const statement = database.prepare<[], unknown[]>(query)
    const columns = statement.columns().map(({ name }) => name)
    return { ok: true, columns, cells: statement.raw().all(), isTruncated: false }
  } finally {
    database.close()
  }
}
