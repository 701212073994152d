/** The dialogs of the settings; one is open at a time. */
export const DIALOG_MODES = [
  'none',
  'add member',
  'update member',
  'create domain',
  'edit domain',
  'create constant',
  'edit constant',
] as const
export type DialogMode = (typeof DIALOG_MODES)[number]

export type DialogEvent =
  | 'addMember'
  | 'openMember'
  | 'createDomain'
  | 'openDomain'
  | 'createConstant'
  | 'openConstant'
  | 'close'

/** An open dialog only closes: nothing behind it can be pressed. */
function only(mode: DialogMode): Record<DialogEvent, DialogMode> {
  return {
    addMember: mode,
    openMember: mode,
    createDomain: mode,
    openDomain: mode,
    createConstant: mode,
    openConstant: mode,
    close: 'none',
  }
}

export const DIALOG_TABLE: Record<DialogMode, Record<DialogEvent, DialogMode>> = {
  none: {
    addMember: 'add member',
    openMember: 'update member',
    createDomain: 'create domain',
    openDomain: 'edit domain',
    createConstant: 'create constant',
    openConstant: 'edit constant',
    close: 'none',
  },
  'add member': only('add member'),
  'update member': only('update member'),
  'create domain': only('create domain'),
  'edit domain': only('edit domain'),
  'create constant': only('create constant'),
  'edit constant': only('edit constant'),
}

export interface DialogState {
  mode: DialogMode
  /** What the last dialog was about; it keeps its words while it fades out. */
  id: string
}

export const NO_DIALOG: DialogState = { mode: 'none', id: '' }

export function reduceDialog(
  state: DialogState,
  action: { event: DialogEvent; id?: string },
): DialogState {
  const mode = DIALOG_TABLE[state.mode][action.event]
  return mode === state.mode ? state : { mode, id: action.id ?? state.id }
}
