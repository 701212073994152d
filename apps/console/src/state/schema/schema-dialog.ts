/** The dialogs of the schema editor; one is open at a time. */
export const DIALOG_MODES = [
  'None',
  'CreateTable',
  'EditTable',
  'DeleteTable',
  'CreateColumn',
  'EditColumn',
  'DeleteColumn',
  'ShowDiff',
] as const
export type DialogMode = (typeof DIALOG_MODES)[number]

export type DialogEvent =
  | 'createTable'
  | 'editTable'
  | 'deleteTable'
  | 'createColumn'
  | 'editColumn'
  | 'deleteColumn'
  | 'showDiff'
  | 'close'

/** An open dialog only closes: nothing behind it can be pressed. */
function only(mode: DialogMode): Record<DialogEvent, DialogMode> {
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

export const DIALOG_TABLE: Record<DialogMode, Record<DialogEvent, DialogMode>> = {
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

export interface DialogState {
  mode: DialogMode
  /** The last dialog that was open: it keeps its words while it fades out. */
  shown: DialogMode
  tableId: string
  columnId: string
  /** Counts openings, so that every one starts with a fresh form. */
  opening: number
}

export interface DialogAction {
  event: DialogEvent
  tableId?: string
  columnId?: string
}

export const CLOSED_DIALOG: DialogState = {
  mode: 'None',
  shown: 'None',
  tableId: '',
  columnId: '',
  opening: 0,
}

/** The dialog after an event, with the table and the field it is about. */
export function reduceDialog(state: DialogState, action: DialogAction): DialogState {
  const mode = DIALOG_TABLE[state.mode][action.event]
  if (mode === state.mode) return state
  if (mode === 'None') return { ...state, mode }
  const { tableId = '', columnId = '' } = action
  return { mode, shown: mode, tableId, columnId, opening: state.opening + 1 }
}
