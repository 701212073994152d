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

/** Texts of the migration log and the trash. */
export const historyStrings = {
  title: 'Migration log and trash',
  text: 'Schema changes applied to the database, and deleted tables and fields that you can restore.',
  view: 'View',
  releases: 'Migration log',
  trash: 'Trash',
  environment: 'Environment',
  menu: 'More',
  kinds,
  states,
  by: (email: string) => `by ${email}`,
  steps: (count: number) => (count === 1 ? '1 step' : `${count} steps`),
  noSteps: 'No changes were needed.',
  undo: 'Undo',
  undoing: 'Undoing',
  undone: 'Last change undone',
  undoFailed: 'The change could not be undone',
  undoHint: 'Undoes the last change. Anything it added is moved to the trash for 30 days.',
  noReleases: 'No changes yet',
  noReleasesText: 'Press Sync Database to apply your schema. Each change is listed here.',
  restore: (name: string) => `Restore ${name}`,
  restoreShort: 'Restore',
  restored: (name: string) => `"${name}" restored`,
  restoreFailed: 'Restore failed',
  table: 'Table',
  field: (table: string) => `Field of ${table}`,
  left: (count: number) => (count === 0 ? 'Deleted permanently today' : `${days(count)} left`),
  emptyTrash: 'The trash is empty',
  emptyTrashText: 'Deleted tables and fields stay here for 30 days with their data.',
  close: 'Close',
  loading: 'Loading…',
} as const
