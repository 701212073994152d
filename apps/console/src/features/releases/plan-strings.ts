import type { StepClass } from '@plinth/contract'

const classes: Record<StepClass, string> = {
  safe: 'safe',
  slow: 'slow',
  lossy: 'loses data',
  blocking: 'blocking',
}

/** Texts of the plan shown below the schema comparison. */
export const planStrings = {
  title: 'What will happen',
  loading: 'Comparing with the database…',
  nothing: 'No changes: the database is up to date.',
  classes,
  rows: (count: number) => (count === 1 ? '1 row' : `${count.toLocaleString('en')} rows`),
  sql: 'SQL',
  showDifference: 'Show the difference',
  samples: 'For example',
  drift: 'The database was changed outside Plinth',
  defaultRules: (tables: string) => `Every signed-in user has full access to: ${tables}`,
  missingConstants: (keys: string) => `Missing constants: ${keys}`,
  confirm: (name: string) => `Type ${name} to confirm the data loss`,
  trashNote: 'Deleted tables and fields stay in the trash for 30 days and can be restored.',
  progress: 'Progress',
  stop: 'Stop',
  promotions: 'Also deployed',
  changes: { create: 'new', update: 'changed', overwrite: 'not overwritten' },
  workflow: (name: string) => `Workflow ${name}`,
  credential: (name: string, type: string) => `Credential ${name} (${type})`,
  overwrite: (name: string) => `Overwrite ${name} in production with the dev version`,
  deployed: 'Database deployed successfully',
  deployFailed: 'Error syncing database',
} as const
