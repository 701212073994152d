import { render } from '../../databases/sql/render.ts'
import { sql } from '../../foundation/platform/sql.ts'
import type { RowRequest } from '../request/row-request.ts'
import { both } from '../statements/expression/condition.ts'
import { newRow, newScope } from '../statements/expression/scope.ts'
import { encodeCell } from '../values/encode-cell.ts'

interface CellChange {
  readonly id: string
  /** Name of a JSON column. */
  readonly column: string
  readonly change: (value: unknown) => unknown
}

/**
 * Changes one cell with a compare-and-swap on its value; `updatedOn` and the other cells stay as they are. Returns false
 * if another writer changed this cell first.
 */
export async function changeCell(
  { environment, runner, table }: Pick<RowRequest, 'environment' | 'runner' | 'table'>,
  { id, column: name, change }: CellChange,
): Promise<boolean> {
  const { model } = environment
  const { dialect } = model
  const column = table.columns.get(name)
  if (!column?.cell) return true
  const { alias } = newRow(newScope(model), table)
  const isRow = sql`${alias}.${table.key} = ${dialect.bind('id', id)}`
  const stored = dialect.wire(column.form, sql`${alias}.${column.cell}`)
  const reading = sql`select ${dialect.jsonText(stored)} as answer from ${table.from} as ${alias} where ${isRow}`
  const [row] = await runner.read(environment, render(reading, dialect.style))
  if (typeof row?.answer !== 'string') return true
  const was = JSON.parse(row.answer) as unknown
  const value = change(was)
  if (JSON.stringify(value) === JSON.stringify(was)) return true
  const isSame = sql`${stored} = ${dialect.bind(column.form, row.answer)}`
  const cell = dialect.bind(column.form, encodeCell(column.form, value))
  const text = sql`update ${table.from} as ${alias} set ${column.cell} = ${cell} where ${both([isRow, isSame])} returning ${table.key} as id`
  const statement = render(text, dialect.style)
  const steps = [{ statement, expects: 1, failing: { reason: 'denied' } }] as const
  return (await runner.write(environment, { steps, shape: 'nothing' })).ok
}
