import type { Configuration } from '@plinth/contract'
import { checkQuery } from '../../../apps/server/src/databases/query-check/check-query.ts'
import type { ReadableTable } from '../../../apps/server/src/databases/query-check/readable/readable-table.ts'
import { readableTablesOf } from '../../../apps/server/src/databases/query-check/readable/readable-tables-of.ts'
import type { Engine } from '../../rows/notes-project.ts'
import type { Outcome } from './outcome.ts'
import type { SqlAttack } from './sql-attack.ts'

/** Raw queries can read hidden columns; on SQLite they run on views without hashed columns. */
function rawTablesOf(configuration: Configuration): ReadableTable[] {
  const tables = configuration.tables.map((table) => ({
    ...table,
    columns: table.columns.map((column) => ({
      ...column,
      options: { ...column.options, isHidden: false },
    })),
  })) as Configuration['tables']
  return readableTablesOf({ ...configuration, tables }).map((table) =>
    configuration.database === 'sqlite3' ? { ...table, hiddenColumns: [] } : table,
  )
}

/** Runs only the check, as the product does for raw queries or Computed tables. */
export async function runCheck(
  attacks: readonly SqlAttack[],
  options: { engine: Engine; configuration: Configuration; purpose: 'raw' | 'computed' },
): Promise<Outcome[]> {
  const { engine: database, configuration, purpose } = options
  const tables = purpose === 'raw' ? rawTablesOf(configuration) : readableTablesOf(configuration)
  const outcomes: Outcome[] = []
  for (const attack of attacks) {
    const fault = await checkQuery({ database, query: attack.sql, tables })
    outcomes.push({ attack, isRefused: fault !== undefined, detail: fault ?? attack.sql })
  }
  return outcomes
}
