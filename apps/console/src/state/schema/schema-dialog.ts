import type { Column } from '@plinth/contract'

/** The dialogs of the schema editor; one is open at a time. */
export const SCHEMA_DIALOG_MODES = [
  'None',
  'CreateTable',
  'EditTable',
  'DeleteTable',
  'CreateColumn',
  'EditColumn',
  'DeleteColumn',
  'ShowDiff',
] as const
export type SchemaDialogMode = (typeof SCHEMA_DIALOG_MODES)[number]

export type SchemaDialogEvent =
  | 'createTable'
  | 'editTable'
  | 'deleteTable'
  | 'createColumn'
  | 'editColumn'
  | 'deleteColumn'
  | 'showDiff'
  | 'close'

/** An open dialog can only close, because it is modal. */
function only(mode: SchemaDialogMode): Record<SchemaDialogEvent, SchemaDialogMode> {
  return {
    createTable: mode,
    editTable: mode,
    deleteTable: mode,
    createColumn: mode,
    editColumn: mode,
    deleteColumn: mode,
    showDiff: mode,
    close: 'None',
  }
}

export const SCHEMA_DIALOG_TABLE: Record<
  SchemaDialogMode,
  Record<SchemaDialogEvent, SchemaDialogMode>
> = {
  None: {
    createTable: 'CreateTable',
    editTable: 'EditTable',
    deleteTable: 'DeleteTable',
    createColumn: 'CreateColumn',
    editColumn: 'EditColumn',
    deleteColumn: 'DeleteColumn',
    showDiff: 'ShowDiff',
    close: 'None',
  },
  CreateTable: only('CreateTable'),
  EditTable: only('EditTable'),
  DeleteTable: only('DeleteTable'),
  CreateColumn: only('CreateColumn'),
  EditColumn: only('EditColumn'),
  DeleteColumn: only('DeleteColumn'),
  ShowDiff: only('ShowDiff'),
}

/** What a new table starts with: the columns of a CSV file, or the query of a Computed table. */
export type TableStart = { name: string; columns: readonly Column[] } | { query: string }

export interface SchemaDialogState {
  mode: SchemaDialogMode
  /** The last open dialog; it stays rendered while it fades out. */
  shown: SchemaDialogMode
  tableId: string
  columnId: string
  start?: TableStart | undefined
  /** Incremented on opening, as the key that resets the form. */
  opening: number
}

export interface SchemaDialogAction {
  event: SchemaDialogEvent
  tableId?: string
  columnId?: string
  start?: TableStart | undefined
}

export const CLOSED_SCHEMA_DIALOG: SchemaDialogState = {
  mode: 'None',
  shown: 'None',
  tableId: '',
  columnId: '',
  opening: 0,
}

/** The next dialog state, with the table and the field of the action. */
export function reduceSchemaDialog(
  state: SchemaDialogState,
  action: SchemaDialogAction,
): SchemaDialogState {
  const mode = SCHEMA_DIALOG_TABLE[state.mode][action.event]
  if (mode === state.mode) return state
  if (mode === 'None') return { ...state, mode }
  const { tableId = '', columnId = '', start } = action
  return { mode, shown: mode, tableId, columnId, start, opening: state.opening + 1 }
}
