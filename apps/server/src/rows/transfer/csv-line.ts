import { viewOf } from '../read/read-selection.ts'
import type { Ask } from '../request/ask.ts'
import { isShown } from '../statements/select/row-object.ts'

/** What a spreadsheet would take for a formula (R40). */
const FORMULA = /^[=+\-@\t\r]/
const QUOTED = /[",\r\n]/

function csvCell(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const safe = FORMULA.test(text) ? `'${text}` : text
  return QUOTED.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** One line of CSV, in which no text can be a formula. */
export function csvLine(values: readonly unknown[]): string {
  return `${values.map(csvCell).join(',')}\r\n`
}

/** The columns of an export: those that were asked for in that order, or all; the id is always first. */
export function csvNames(ask: Ask): readonly string[] {
  const { columns } = viewOf(ask)
  const all = [...ask.table.columns.values()]
    .filter((column) => isShown(column, ask.judge.viewer))
    .map(({ name }) => name)
  return [...new Set(['id', ...(columns ?? all)])]
}
