import { viewOf } from '../read/read-selection.ts'
import type { RowRequest } from '../request/row-request.ts'
import { isShown } from '../statements/select/row-object.ts'

/** Text that a spreadsheet would execute as a formula (R40). */
const FORMULA = /^[=+\-@\t\r\n]/
const QUOTED = /[",\r\n]/

function csvCell(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const safe = FORMULA.test(text) ? `'${text}` : text
  return QUOTED.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** One line of CSV; texts that could be formulas are prefixed with a quote. */
export function csvLine(values: readonly unknown[]): string {
  return `${values.map(csvCell).join(',')}\r\n`
}

/** The columns of an export: the requested ones in their order, or all; `id` is always first. */
export function csvNames(rowRequest: RowRequest): readonly string[] {
  const { columns } = viewOf(rowRequest)
  const all = [...rowRequest.table.columns.values()]
    .filter((column) => isShown(column, rowRequest.policy.viewer))
    .map(({ name }) => name)
  return [...new Set(['id', ...(columns ?? all)])]
}
