import { DELETED_PROJECT_DAYS } from '@plinth/contract'

const DAY_MS = 24 * 3_600_000

export const deletedProjectsStrings = {
  title: 'Deleted projects',
  text: `For ${DELETED_PROJECT_DAYS} days after its deletion an admin can restore a project. Then its databases, files and backups are deleted.`,
  back: 'Back to Projects',
  adminsOnly: 'Only admins of the organisation can see and restore deleted projects.',
  columns: {
    name: 'Project',
    deleted: 'Deleted',
    by: 'Deleted by',
    size: 'Size',
    left: 'Time left',
    act: 'Actions',
  },
  unknownPerson: 'Unknown',
  notMeasured: 'Not measured',
  left: (erasedOn: string) => {
    const days = Math.ceil((Date.parse(erasedOn) - Date.now()) / DAY_MS)
    if (days <= 0) return 'Less than an hour'
    return days === 1 ? '1 day' : `${days} days`
  },
  restore: 'Restore',
  deleteNow: 'Delete now',
  actOf: (act: string, name: string) => `${act}: ${name}`,
  empty: 'No deleted projects',
  emptyText: `A project that is deleted stays here for ${DELETED_PROJECT_DAYS} days.`,
  more: (shown: number, total: number) => `The last ${shown} of ${total} are shown.`,
  cancel: 'Cancel',
  restoring: {
    title: (name: string) => `Restore ${name}`,
    text: 'Tables, rows, files, members and settings come back as they were.',
    consequences: [
      'API keys stay revoked. Create new ones.',
      'Domains must be proved again.',
      'Workflows that a schedule or a webhook starts are off. Switch them on again.',
    ],
    name: 'Name',
    taken: 'Another project has this name now. Enter a different one.',
    unreachable: 'The server could not be reached. Try again.',
    succeeded: 'Project restored',
    succeededText: (name: string) => `${name} is in the list of projects again.`,
  },
  erasing: {
    title: (name: string) => `Delete ${name} now?`,
    text: 'Its databases, files and backups are deleted, and it can no longer be restored. A database that existed before the project is not dropped.',
    nameLabel: (name: string) => `Type ${name} to confirm`,
    succeeded: 'Project deleted for good',
    succeededText: 'Its storage is being freed.',
    failed: 'The project was not deleted',
  },
} as const
