import { readJson } from '../../foundation/platform/stored-json.ts'
import type { RowRequest } from '../request/row-request.ts'
import { compileCell } from '../statements/write/compile-cell.ts'

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
  const cell = compileCell(environment.model, { table, column: table.columns.get(name), id })
  if (!cell) return true
  const [row] = await runner.read(environment, cell.read)
  if (typeof row?.answer !== 'string') return true
  const was = readJson(row.answer)
  const value = change(was)
  if (JSON.stringify(value) === JSON.stringify(was)) return true
  const statement = cell.replace(row.answer, value)
  const steps = [{ statement, expects: 1, failing: { reason: 'denied' } }] as const
  return (await runner.write(environment, { steps, shape: 'nothing' })).ok
}
