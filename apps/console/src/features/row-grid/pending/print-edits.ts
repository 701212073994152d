import { type Column, SYSTEM_COLUMNS } from '@plinth/contract'
import { isEmpty } from '../cells/cell-value.ts'
import { isHashed, printCell } from '../cells/print-cell.ts'
import type { Edits } from '../edits/edits.ts'
import { writeClipboard } from '../selection/clipboard-text.ts'
import { isFileField } from '../selection/grid-model.ts'

const SYSTEM: ReadonlySet<string> = new Set(SYSTEM_COLUMNS)

/** Whether a value has a text: no hashed value, no chosen file. */
function isText(field: Column | undefined, value: unknown): boolean {
  return !field || !(isHashed(field) || (isFileField(field) && !isEmpty(value)))
}

/**
 * Changed and added rows with their column names as tab-separated text, to paste elsewhere. Columns come in the order of
 * the fields; those of an unknown table are the ones of its changed rows, and those that were edited.
 */
export function printEdits({ rows, bases }: Edits, fields: readonly Column[]): string {
  const written = [...rows].filter(([, { state }]) => state !== 'deleted')
  const fieldOf = new Map(fields.map((field) => [field.name, field]))
  const edited = written.flatMap(([, { values }]) => Object.keys(values))
  const stored = [...bases.values()].flatMap((row) => Object.keys(row))
  const known = fields.length > 0 ? [...fieldOf.keys()] : stored.filter((name) => !SYSTEM.has(name))
  const names = [...new Set([...known, ...edited])]
  const cellsOf = (values: Readonly<Record<string, unknown>>) =>
    names.map((name) => {
      const field = fieldOf.get(name)
      return isText(field, values[name]) ? printCell(field, values[name]) : ''
    })
  return writeClipboard([
    names,
    ...written.map(([id, { values }]) => cellsOf({ ...bases.get(id), ...values })),
  ])
}
