import type { RowChange } from '@plinth/client'
import type { Column, Row } from '@plinth/contract'
import { sameCell } from '../cells/cell-value.ts'
import { liveStrings as strings } from '../strings/live-strings.ts'

interface EditedCell {
  /** The row as it was when the editor opened. */
  row: Row | { id: string }
  /** The stored version under an unsaved edit. */
  base: Row | undefined
  field: Column
}

/** What another user did to the row, or the value that they stored in the cell. */
export type Hint = { text: string } | { theirs: unknown }

/** What another user did meanwhile to a cell with an open editor; undefined if it is as it was. */
export function hintOf(
  waiting: RowChange<Row> | undefined,
  { row, base, field }: EditedCell,
): Hint | undefined {
  if (waiting?.id !== row.id) return undefined
  if (waiting.type === 'delete') return { text: strings.deletedWhileEdited }
  if (waiting.row === undefined) return { text: strings.leftWhileEdited }
  const before: Record<string, unknown> = base ?? row
  const theirs = waiting.row[field.name]
  return sameCell(before[field.name], theirs) ? undefined : { theirs }
}
