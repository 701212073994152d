import type { Data } from '@plinth/expression'
import type { Ask } from './ask.ts'
import { momentOf } from './change-row.ts'
import { both } from './compile/condition.ts'
import { newRow, newScope } from './compile/scope.ts'
import { render, sql } from './compile/sql.ts'
import { encodeCell } from './row/encode-cell.ts'

/**
 * Writes one cell of a row that nobody has changed since it was read; to everybody else the row stays as old
 * as it was. False when somebody was faster.
 */
export async function replaceCell(
  { environment, runner, table }: Pick<Ask, 'environment' | 'runner' | 'table'>,
  { row, column: name, value }: { row: Data; column: string; value: unknown },
): Promise<boolean> {
  const { model } = environment
  const { dialect } = model
  const column = table.columns.get(name)
  const updatedOn = table.columns.get('updatedOn')
  if (!column?.cell || !updatedOn?.cell) return false
  const { alias } = newRow(newScope(model), table)
  const isIt = sql`${alias}.${table.key} = ${dialect.bind('id', row.id)}`
  const isSame = sql`${alias}.${updatedOn.cell} = ${dialect.bind('date', momentOf(row))}`
  const cell = dialect.bind(column.form, encodeCell(column.form, value))
  const text = sql`update ${table.from} as ${alias} set ${column.cell} = ${cell} where ${both([isIt, isSame])} returning ${table.key} as id`
  const statement = render(text, dialect.style)
  const steps = [{ statement, expects: 1, failing: { reason: 'denied' } }] as const
  return (await runner.write(environment, { steps, shape: 'nothing' })).ok
}
