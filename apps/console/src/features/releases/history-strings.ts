import type { Release } from '@plinth/contract'

const kinds: Record<Release['kind'], string> = {
  sync: 'Sync',
  deploy: 'Deploy',
  undo: 'Undo',
  restore: 'Restore',
}

const states: Record<Release['state'], string> = {
  running: 'Running',
  applied: 'Done',
  failed: 'Failed',
}

const days = (count: number) => (count === 1 ? '1 day' : `${count} days`)

/** The words of the migration log and of what was set aside. */
export const historyStrings = {
  title: 'Database history',
  text: 'What was changed in the database, and what can be brought back.',
  view: 'View',
  releases: 'Migration log',
  trash: 'Set aside',
  environment: 'Environment',
  menu: 'More',
  kinds,
  states,
  by: (email: string) => `by ${email}`,
  steps: (count: number) => (count === 1 ? '1 step' : `${count} steps`),
  noSteps: 'Nothing had to be changed.',
  undo: 'Undo',
  undoing: 'Undoing',
  undone: 'The last change was taken back',
  undoFailed: 'The change could not be taken back',
  undoHint: 'Takes the last change back. What it added is set aside for 30 days.',
  noReleases: 'No changes yet',
  noReleasesText: 'Press Sync Database, and every change of the database is listed here.',
  restore: (name: string) => `Restore ${name}`,
  restoreShort: 'Restore',
  restored: (name: string) => `"${name}" is back`,
  restoreFailed: 'It could not be brought back',
  table: 'Table',
  field: (table: string) => `Field of ${table}`,
  left: (count: number) => (count === 0 ? 'Gone for good today' : `${days(count)} left`),
  emptyTrash: 'Nothing is set aside',
  emptyTrashText: 'A table or field that you drop is kept here for 30 days with its values.',
  close: 'Close',
  loading: 'Loading…',
} as const
