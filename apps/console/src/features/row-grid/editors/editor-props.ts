import type { Column, ColumnType, Configuration } from '@plinth/contract'
import type { Reading } from '../cells/read-cell.ts'
import type { RowScope } from '../rows/row-scope.ts'
import type { Move } from '../selection/use-grid-state.ts'

/** What every editor is given, and how it hands its value back. */
export interface EditorProps<T extends ColumnType = ColumnType> {
  field: Extract<Column, { type: T }>
  label: string
  value: unknown
  /** Whose cell it is, where that is known. */
  rowId?: string
  /** Only to be looked at; of use where there is something to open. */
  isReadOnly?: boolean
  /** Files that were dropped on the cell. */
  dropped?: readonly File[]
  /** The typed character takes the place of what is there. */
  isReplacing: boolean
  /** The tables, for what relations point to. */
  synced: Configuration
  scope: RowScope
  /** Undefined leaves the cell as it is. */
  onCommit: (reading: Reading | undefined, move: Move) => void
  onCancel: () => void
}
