import type { StepClass } from '@plinth/contract'

const classes: Record<StepClass, string> = {
  safe: 'safe',
  slow: 'slow',
  lossy: 'loses data',
  blocking: 'in the way',
}

/** The words of the plan under the comparison. */
export const planStrings = {
  title: 'What will happen',
  loading: 'Looking at the database…',
  nothing: 'Nothing to do: the database is as it should be.',
  classes,
  rows: (count: number) => (count === 1 ? '1 row' : `${count.toLocaleString('en')} rows`),
  sql: 'SQL',
  samples: 'For example',
  drift: 'The database was changed outside Plinth',
  defaultRules: (tables: string) => `Every signed-in user may do everything with: ${tables}`,
  missingConstants: (keys: string) => `Constants that are missing here: ${keys}`,
  confirm: (name: string) => `Type ${name} to confirm what will be lost`,
  kept: 'What is dropped is set aside for 30 days and can be brought back.',
  progress: 'Progress',
  stop: 'Stop',
  promotions: 'What comes along',
  changes: { create: 'new', update: 'changed', overwrite: 'stays as it is' },
  workflow: (name: string) => `Workflow ${name}`,
  credential: (name: string, type: string) => `Credential ${name} (${type})`,
  overwrite: (name: string) => `Overwrite ${name} in production with the one of dev`,
  deployed: 'Database deployed successfully',
  deployFailed: 'Error syncing database',
} as const
