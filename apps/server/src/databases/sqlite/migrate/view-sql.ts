import type Sqlite from 'better-sqlite3'
import type { ReadableTable } from '../../query-check/readable/readable-table.ts'
import { quoteName } from '../../sql/quote-name.ts'

interface View {
  readonly name: string
  readonly query: string
}

/**
 * Shadows each table that has hidden, hashed or trashed columns by a CTE of its other columns, so that *
 * cannot read them.
 */
function narrowTables(database: Sqlite.Database, tables: readonly ReadableTable[]): string {
  const shadows = tables.flatMap((table) => {
    if (!('columns' in table)) return []
    const stored = database.pragma(`table_info(${quoteName(table.name)})`) as unknown[]
    if (stored.length === table.columns.length) return []
    const name = quoteName(table.name)
    const columns = table.columns.map(quoteName).join(', ')
    return [`${name} as not materialized (select ${columns} from main.${name})`]
  })
  return shadows.join(', ')
}

/** The CREATE VIEW statement of a Computed table, spelled as SQLite stores it. */
export function viewSqlOf(
  database: Sqlite.Database,
  tables: readonly ReadableTable[],
): (view: View) => string {
  const narrowed = narrowTables(database, tables)
  return ({ name, query }) => {
    const whole = narrowed === '' ? query : `with ${narrowed} select * from (${query}\n)`
    return `CREATE VIEW ${quoteName(name)} as ${whole}`
  }
}
