import { render } from '../../databases/sql/render.ts'
import { sql } from '../../foundation/platform/sql.ts'
import type { Ask } from '../request/ask.ts'
import { both } from '../statements/expression/condition.ts'
import { newRow, newScope } from '../statements/expression/scope.ts'
import { encodeCell } from '../values/encode-cell.ts'

interface CellChange {
  readonly id: string
  /** A column of JSON. */
  readonly column: string
  readonly change: (value: unknown) => unknown
}

/**
 * Changes one cell, whatever else of its row others change meanwhile; to everybody the row stays as old as it was.
 * False when somebody was faster with this very cell.
 */
export async function changeCell(
  { environment, runner, table }: Pick<Ask, 'environment' | 'runner' | 'table'>,
  { id, column: name, change }: CellChange,
): Promise<boolean> {
  const { model } = environment
  const { dialect } = model
  const column = table.columns.get(name)
  if (!column?.cell) return true
  const { alias } = newRow(newScope(model), table)
  const isIt = sql`${alias}.${table.key} = ${dialect.bind('id', id)}`
  const held = dialect.wire(column.form, sql`${alias}.${column.cell}`)
  const look = sql`select ${dialect.answer(held)} as answer from ${table.from} as ${alias} where ${isIt}`
  const [row] = await runner.read(environment, render(look, dialect.style))
  if (typeof row?.answer !== 'string') return true
  const was = JSON.parse(row.answer) as unknown
  const value = change(was)
  if (JSON.stringify(value) === JSON.stringify(was)) return true
  const isSame = sql`${held} = ${dialect.bind(column.form, row.answer)}`
  const cell = dialect.bind(column.form, encodeCell(column.form, value))
  const text = sql`update ${table.from} as ${alias} set ${column.cell} = ${cell} where ${both([isIt, isSame])} returning ${table.key} as id`
  const statement = render(text, dialect.style)
  const steps = [{ statement, expects: 1, failing: { reason: 'denied' } }] as const
  return (await runner.write(environment, { steps, shape: 'nothing' })).ok
}
