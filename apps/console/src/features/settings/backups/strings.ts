import type { Backup } from '@plinth/contract'

const number = new Intl.NumberFormat('en')
const count = (amount: number, one: string, many: string) =>
  `${number.format(amount)} ${amount === 1 ? one : many}`

const STATES: Record<Backup['state'], string> = {
  queued: 'Waiting',
  running: 'Running',
  done: 'Done',
  failed: 'Failed',
  cancelled: 'Stopped',
}

export const backupsStrings = {
  text: 'The whole project at one moment: schema, rows, files, workflows and settings of both environments. It goes on being used meanwhile.',
  notYours: {
    title: 'Backups are for owners',
    text: 'A backup holds everything in this project, production data too, so only owners and admins make and restore one. Developers can download them where an owner lets them read production data, under Members.',
  },
  readOnly: {
    title: 'No backups yet',
    text: 'Owners and admins make backups. They appear here, and you can download them.',
  },
  empty: {
    title: 'No backups yet',
    text: 'Make the first one now, and have the next ones made by themselves. A backup can be restored as a new project, so you can look before anything is replaced.',
  },
  columns: {
    started: 'Made',
    by: 'By',
    contents: 'Contents',
    size: 'Size',
    state: 'State',
    actions: 'Actions',
  },
  states: STATES,
  scheduled: 'Schedule',
  secretsOf: (environments: readonly string[]) =>
    `Holds the secrets of: ${environments.join(', ')}`,
  rows: (amount: number) => count(amount, 'row', 'rows'),
  files: (amount: number) => count(amount, 'file', 'files'),
  workflows: (amount: number) => count(amount, 'workflow', 'workflows'),
  tables: (amount: number) => count(amount, 'table', 'tables'),
  runs: (amount: number) => count(amount, 'run', 'runs'),
  progress: 'Progress',
  stop: 'Stop',
  stopFailed: 'The backup could not be stopped',
  download: 'Download',
  downloadOf: (when: string) => `Download the backup of ${when}`,
  downloadFailed: 'The backup could not be downloaded',
  deleteOf: (when: string) => `Delete the backup of ${when}`,
  deleteTitle: 'Delete this backup?',
  deleteText: (when: string) =>
    `The backup of ${when} and its archive are gone for good. The project itself stays as it is.`,
  deleted: 'Backup deleted',
  deleteFailed: 'The backup could not be deleted',
  start: {
    button: 'Back up now',
    underWay: 'A backup is under way. Wait for it, or stop it first.',
    text: 'It starts at once and runs on if you leave this page.',
    secrets: 'Include credentials and secret constants',
    secretsHint: 'Sealed under a passphrase. Without one they are left out and entered again.',
    adminOnly: 'Secrets of production are included only in backups that an admin starts.',
    passphrase: 'Passphrase',
    passphraseHint:
      'At least 12 characters. Nobody can find it out again, so keep it where you keep such things.',
    passphraseShort: 'Passphrase needs at least 12 characters',
    store: 'Keep it',
    stores: { disk: 'On the server', s3: 'In the object store' },
    confirm: 'Back up',
    started: 'Backup started',
    failed: 'The backup could not be started. Try again.',
  },
  schedule: {
    title: 'Schedule',
    none: 'No schedule yet: a backup is made only when somebody asks for one.',
    set: 'Set schedule',
    change: 'Change',
    every: { hourly: 'Every hour', daily: 'Every day', weekly: 'Every Sunday', own: 'As written' },
    at: (time: string) => `at ${time}`,
    keeps: (amount: number, days: number) =>
      `Keeps the newest ${amount}, none older than ${days} days.`,
    next: 'Next',
    dialogText: 'Backups made by themselves are also deleted by themselves; others stay.',
    how: 'How often',
    time: 'At',
    cron: 'Cron',
    cronHint: 'Minute, hour, day, month, weekday. At most once an hour.',
    keepCount: 'Keep at most',
    keepDays: 'Keep for days',
    passphraseKept: 'One is set. Leave it empty to keep it.',
    adminOnly: 'Secrets of production are included only under a passphrase that an admin sets.',
    off: 'Turn off',
    offNow: 'Turned off',
    secrets: 'Secrets',
    with: (isOn: boolean) => (isOn ? 'With a passphrase' : 'Left out'),
    turnedOff: 'Schedule turned off',
    saved: 'Schedule saved',
    failed: 'The schedule could not be saved. Try again.',
    numbers: 'Say how many to keep, and for how many days.',
  },
  leave: {
    title: 'Leave with everything',
    text: 'Writes SQL for a bare PostgreSQL or SQLite, JSON, CSV and the files, which need no Plinth to be read. Run it on the server.',
  },
} as const
