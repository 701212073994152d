import { csvLine } from '../../rows/transfer/csv-line.ts'
import type { ExportColumn, ExportTable } from './export-tables.ts'
import type { Cell } from './row-source.ts'

const JSON_FORMS = new Set(['json', 'choices', 'file', 'files'])
const NUMBER = /^-?\d/

function jsonCell({ form }: ExportColumn, cell: Cell): string {
  if (cell === null) return 'null'
  if (JSON_FORMS.has(form) || form === 'boolean') return cell
  if ((form === 'integer' || form === 'decimal') && NUMBER.test(cell)) return cell
  return JSON.stringify(cell)
}

/** The columns that are exported. */
export function shownColumns({ columns }: ExportTable) {
  return columns.flatMap((column, at) => (column.form === 'secret' ? [] : [{ column, at }]))
}

type Shown = ReturnType<typeof shownColumns>

/** A row as one line of JSON; the value of a json field is inserted unparsed. */
export function jsonLine(shown: Shown, row: readonly Cell[]): string {
  const fields = shown.map(
    ({ column, at }) => `${JSON.stringify(column.name)}:${jsonCell(column, row[at] ?? null)}`,
  )
  return `{${fields.join(',')}}\n`
}

function csvValue({ form }: ExportColumn, cell: Cell): unknown {
  if (cell === null) return null
  const isNumber = (form === 'integer' || form === 'decimal') && NUMBER.test(cell)
  return isNumber ? Number(cell) : cell
}

/** A row as a line of CSV in which no text can be a formula (R40). */
export function csvRow(shown: Shown, row: readonly Cell[]): string {
  return csvLine(shown.map(({ column, at }) => csvValue(column, row[at] ?? null)))
}

export const csvHead = (shown: Shown) => csvLine(shown.map(({ column }) => column.name))
