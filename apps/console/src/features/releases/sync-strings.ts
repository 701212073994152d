/** The dialog of Sync Database and Deploy, and the outcome of a sync. */
export const syncStrings = {
  synced: 'Database synced successfully',
  syncFailed: 'Error syncing database',
  title: 'Schema changes',
  description: 'Left: what the database has now. Right: what it will have.',
  before: 'What the database has now',
  after: 'What it will have',
  same: 'Nothing differs: the database has this schema already.',
  production: 'Brings dev to production. Left: what production has now. Right: what it will have.',
  productionSame: 'Brings dev to production, which has this schema already.',
  cancel: 'Cancel',
  sync: 'Sync',
  syncing: 'Syncing',
  deploy: 'Deploy',
  deploying: 'Deploying',
} as const
