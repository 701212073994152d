import type { Restore } from '@plinth/contract'

const STATES: Record<Restore['state'], string> = {
  queued: 'Waiting',
  running: 'Restoring',
  done: 'Restored',
  failed: 'Not restored',
  cancelled: 'Stopped',
}

export const restoreStrings = {
  act: (when: string) => `Restore the backup of ${when}`,
  title: 'Restore',
  text: (when: string) => `The backup of ${when}.`,
  where: 'Destination',
  into: { new: 'New project', over: 'Replace this project' },
  name: 'Name of the new project',
  suggested: (name: string) => `${name} restored`,
  nameRequired: 'Name is required',
  newText:
    'This project is not changed. You own the new project; add members to give others access.',
  environments: 'Environments to replace',
  productionReason: 'Only an admin can replace production.',
  chooseOne: 'Choose at least one environment.',
  brings: 'Will be restored',
  loses: 'Will be deleted',
  since: 'All changes since the backup will be lost unless you back up first.',
  confirm: (name: string) => `Type ${name} to confirm`,
  confirmWrong: "This does not match the project's name.",
  passphrase: 'Passphrase',
  passphraseHint:
    'For credentials and secret constants. If empty, they must be entered again after the restore.',
  start: { new: 'Restore', over: 'Replace' },
  failed: 'The restore could not be started. Try again.',
  stopFailed: 'The restore could not be stopped',
  loadFailed: 'Could not count what would be deleted.',
  note: 'Last restore',
  states: STATES,
  asNew: (name: string) => `as ${name}`,
  over: (environments: readonly string[]) => `over ${environments.join(' and ')}`,
  open: 'Open project',
  stop: 'Stop',
  progress: 'Progress of the restore',
} as const
