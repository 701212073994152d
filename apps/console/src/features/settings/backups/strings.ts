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
  text: 'A snapshot of the whole project: schema, rows, files, workflows and settings of both environments. The project stays available during a backup.',
  notYours: {
    title: 'Backups are for owners',
    text: 'A backup contains everything in this project, including production data, so only owners and admins can create and restore one. Developers can download backups if an owner gives them access to production data under Members.',
  },
  readOnly: {
    title: 'No backups yet',
    text: 'Owners and admins create backups. They appear here for you to download.',
  },
  empty: {
    title: 'No backups yet',
    text: 'Back up now, or set a schedule. A backup can be restored as a new project, so you can check it before replacing anything.',
  },
  columns: {
    started: 'Created',
    by: 'By',
    contents: 'Contents',
    size: 'Size',
    state: 'State',
    actions: 'Actions',
  },
  states: STATES,
  scheduled: 'Schedule',
  secretsOf: (environments: readonly string[]) => `Includes secrets of: ${environments.join(', ')}`,
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
    `The backup of ${when} and its archive will be deleted permanently. The project is not affected.`,
  deleted: 'Backup deleted',
  deleteFailed: 'The backup could not be deleted',
  start: {
    button: 'Back up now',
    underWay: 'A backup is running. Wait until it finishes, or stop it first.',
    text: 'The backup starts immediately and continues if you leave this page.',
    secrets: 'Include credentials and secret constants',
    secretsHint:
      'Encrypted with a passphrase. If left out, they must be entered again after a restore.',
    adminOnly: 'Production secrets are included only in backups started by an admin.',
    passphrase: 'Passphrase',
    passphraseHint:
      'At least 12 characters. It can’t be recovered. Store it in a password manager.',
    passphraseShort: 'Passphrase must have at least 12 characters',
    store: 'Store in',
    stores: { disk: 'Server disk', s3: 'Object storage' },
    confirm: 'Back up',
    started: 'Backup started',
    failed: 'The backup could not be started. Try again.',
  },
  schedule: {
    title: 'Schedule',
    none: 'No schedule. Backups are created only when you start one.',
    set: 'Set schedule',
    change: 'Change',
    every: {
      hourly: 'Every hour',
      daily: 'Every day',
      weekly: 'Every Sunday',
      own: 'Custom (cron)',
    },
    at: (time: string) => `at ${time}`,
    keeps: (amount: number, days: number) => `Keeps the latest ${amount} for up to ${days} days.`,
    next: 'Next',
    dialogText:
      'Scheduled backups are deleted automatically by these limits. Backups you start yourself are not.',
    how: 'Frequency',
    time: 'Time',
    cron: 'Cron expression',
    cronHint: 'Minute, hour, day, month, weekday. At most once an hour.',
    keepCount: 'Backups to keep',
    keepDays: 'Days to keep',
    passphraseKept: 'A passphrase is set. Leave empty to keep it.',
    adminOnly: 'Production secrets are included only if an admin sets the passphrase.',
    off: 'Turn off',
    offNow: 'Turned off',
    secrets: 'Secrets',
    with: (isOn: boolean) => (isOn ? 'With a passphrase' : 'Left out'),
    turnedOff: 'Schedule turned off',
    saved: 'Schedule saved',
    failed: 'The schedule could not be saved. Try again.',
    numbers: 'Enter how many backups to keep and for how many days.',
  },
  leave: {
    title: 'Export everything',
    text: 'Writes SQL for PostgreSQL or SQLite, JSON, CSV and the files, all usable without Plinth. Run this command on the server.',
  },
} as const
