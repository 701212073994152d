import type { DataModel, DataTable } from '../../../databases/sql/data-model.ts'
import { render } from '../../../databases/sql/render.ts'
import { raw, sql } from '../../../foundation/platform/sql.ts'
import { newScope } from '../expression/scope.ts'
import type { WriteStep } from './write-plan.ts'

interface ReadRows {
  readonly table: DataTable
  /** Each row with its `updatedOn` as it was read. */
  readonly rows: readonly { readonly id: string; readonly updatedOn: string }[]
}

/** Locks rows that were read before, and fails if any has changed since. */
export function compileUnchanged(model: DataModel, { table, rows }: ReadRows): WriteStep {
  const { dialect } = model
  const scope = newScope(model)
  const [row, read] = [raw(scope.newAlias()), scope.newAlias()]
  const changed = table.columns.get('updatedOn')?.cell ?? raw('')
  const fields = [
    { cell: table.key, form: 'id' },
    { cell: changed, form: 'date' },
  ] as const
  const records = rows.map(({ id, updatedOn }) => [id, updatedOn])
  const from = dialect.records(fields, records, read)
  // SQLite has a single writer, so nothing changes between two statements of a transaction.
  const hold =
    dialect.engine === 'postgres'
      ? sql` order by ${row}.${table.key} for update of ${row}`
      : raw('')
  const text = sql`select ${row}.${table.key} as id from ${table.from} as ${row}, ${from} where ${row}.${table.key} = ${raw(read)}.${table.key} and ${row}.${changed} = ${raw(read)}.${changed}${hold}`
  return {
    statement: render(text, dialect.style),
    expects: rows.length,
    failing: { reason: 'moved' },
  }
}
