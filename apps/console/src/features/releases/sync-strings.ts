/** Texts of the Sync Database and Deploy dialog, and of the outcome of a sync. */
export const syncStrings = {
  synced: 'Database synced successfully',
  syncFailed: 'Error syncing database',
  title: 'Schema changes',
  description: 'Left: the current schema of the database. Right: the new schema.',
  before: 'Current schema',
  after: 'New schema',
  same: 'No differences: the database already has this schema.',
  production:
    'Deploys dev to production. Left: the current schema of production. Right: the new schema.',
  productionSame: 'Deploys dev to production. The production schema is already up to date.',
  cancel: 'Cancel',
  sync: 'Sync',
  syncing: 'Syncing',
  deploy: 'Deploy',
  deploying: 'Deploying',
} as const
