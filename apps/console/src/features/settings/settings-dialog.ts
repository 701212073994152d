/** The dialogs of the settings; one is open at a time. */
export const SETTINGS_DIALOG_MODES = [
  'none',
  'add member',
  'update member',
  'create domain',
  'edit domain',
  'create constant',
  'edit constant',
] as const
export type SettingsDialogMode = (typeof SETTINGS_DIALOG_MODES)[number]

export type SettingsDialogEvent =
  | 'addMember'
  | 'openMember'
  | 'createDomain'
  | 'openDomain'
  | 'createConstant'
  | 'openConstant'
  | 'close'

/** An open dialog can only be closed, because it is modal. */
function only(mode: SettingsDialogMode): Record<SettingsDialogEvent, SettingsDialogMode> {
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

export const SETTINGS_DIALOG_TABLE: Record<
  SettingsDialogMode,
  Record<SettingsDialogEvent, SettingsDialogMode>
> = {
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

export interface SettingsDialogState {
  mode: SettingsDialogMode
  /** Id of the edited item; kept during the closing animation. */
  id: string
}

export const NO_DIALOG: SettingsDialogState = { mode: 'none', id: '' }

export function reduceSettingsDialog(
  state: SettingsDialogState,
  action: { event: SettingsDialogEvent; id?: string },
): SettingsDialogState {
  const mode = SETTINGS_DIALOG_TABLE[state.mode][action.event]
  return mode === state.mode ? state : { mode, id: action.id ?? state.id }
}
