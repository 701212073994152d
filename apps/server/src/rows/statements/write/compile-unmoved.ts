import type { DataModel, DataTable } from '../../../databases/sql/data-model.ts'
import { render } from '../../../databases/sql/render.ts'
import { raw, sql } from '../../../foundation/platform/sql.ts'
import { newScope } from '../expression/scope.ts'
import type { Step } from './write-plan.ts'

interface Seen {
  readonly table: DataTable
  /** Each row with the time of its last change as it was read. */
  readonly rows: readonly { readonly id: string; readonly updatedOn: string }[]
}

/** Holds rows that were read before, and fails if any of them has changed since. */
export function compileUnmoved(model: DataModel, { table, rows }: Seen): Step {
  const { dialect } = model
  const scope = newScope(model)
  const [row, seen] = [raw(scope.newAlias()), scope.newAlias()]
  const changed = table.columns.get('updatedOn')?.cell ?? raw('')
  const fields = [
    { cell: table.key, form: 'id' },
    { cell: changed, form: 'date' },
  ] as const
  const records = rows.map(({ id, updatedOn }) => [id, updatedOn])
  const from = dialect.records(fields, records, seen)
  // SQLite has one writer, so nothing moves there between two statements of one transaction.
  const hold =
    dialect.engine === 'postgres'
      ? sql` order by ${row}.${table.key} for update of ${row}`
      : raw('')
  const text = sql`select ${row}.${table.key} as id from ${table.from} as ${row}, ${from} where ${row}.${table.key} = ${raw(seen)}.${table.key} and ${row}.${changed} = ${raw(seen)}.${changed}${hold}`
  return {
    statement: render(text, dialect.style),
    expects: rows.length,
    failing: { reason: 'moved' },
  }
}
