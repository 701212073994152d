import Sqlite from 'better-sqlite3'
import { quoteName } from '../../database/quote-name.ts'
import type { RawQuery, RawResult } from './row-runner.ts'

/** A process of its own for one query, so that it can be ended whatever it does. */
process.once('message', ({ file, asked }: { file: string; asked: RawQuery }) => {
  process.send?.(answer(file, asked), () => process.exit(0))
})

function answer(file: string, { query, values, tables, most }: RawQuery): RawResult {
  try {
    const database = new Sqlite(file, { readonly: true, fileMustExist: true })
    // Each table stands behind a view of the same name, without what is hashed.
    for (const { name, columns } of tables) {
      const cells = columns.map(quoteName).join(', ')
      database.exec(
        `create temp view ${quoteName(name)} as select ${cells} from main.${quoteName(name)}`,
      )
    }
    const statement = database.prepare<unknown[], Record<string, unknown>>(query)
    if (!statement.reader || !statement.readonly)
      return { ok: false, isAway: false, message: 'The query must only read.' }
    const rows: Record<string, unknown>[] = []
    const bound = Object.fromEntries(values.map((value, at) => [String(at + 1), value]))
    for (const row of statement.iterate(...(values.length > 0 ? [bound] : [])))
      if (rows.push(row) >= most) break
    return { ok: true, rows }
  } catch (error) {
    const message = error instanceof Error ? error.message : 'unknown'
    return { ok: false, isAway: false, message: `The query does not run: ${message}` }
  }
}
