import type { Column, ColumnType, Configuration } from '@plinth/contract'
import type { Reading } from '../cells/read-cell.ts'
import type { RowScope } from '../rows/row-scope.ts'
import type { Move } from '../selection/use-grid-state.ts'

/** The props of all cell editors. */
export interface EditorProps<T extends ColumnType = ColumnType> {
  field: Extract<Column, { type: T }>
  label: string
  value: unknown
  /** The row of the cell, if it is stored. */
  rowId?: string
  /** Opens the editor for viewing only; used for files. */
  isReadOnly?: boolean
  /** Files dropped on the cell. */
  dropped?: readonly File[]
  /** Whether the typed character replaces the current value. */
  isReplacing: boolean
  /** The synced configuration, to look up the tables of relations. */
  synced: Configuration
  scope: RowScope
  /** Called with undefined to leave the cell unchanged. */
  onCommit: (reading: Reading | undefined, move: Move) => void
  onCancel: () => void
}
