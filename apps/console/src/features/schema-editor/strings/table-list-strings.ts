/** Texts of the table list and its empty state. */
export const tableListStrings = {
  empty: 'No tables available',
  emptyProduction:
    'Nothing has been deployed yet. Sync the tables in dev, then ask an admin to deploy them.',
  backToProjects: 'Back to Projects',
  createTable: 'Create Table',
  engine: {
    label: 'Database',
    sqlite3: 'SQLite',
    postgres: 'PostgreSQL',
    hint: 'Choose before the first sync. It cannot be changed once the database has tables.',
  },
  title: 'Tables',
  filter: 'Filter tables',
  noMatch: 'No table matches',
  add: 'Add table',
  draft: 'draft',
  refused: 'refused',
  unsaved: (count: number) => (count === 1 ? '1 unsaved change' : `${count} unsaved changes`),
  edit: (name: string) => `Edit table ${name}`,
  remove: (name: string) => `Delete table ${name}`,
  list: 'Tables of this project',
  readOnlyKeys: 'Use the arrow keys to move between tables.',
  keys: 'Use the arrow keys to move between tables, and Alt with an arrow key to reorder them.',
  moved: (move: { name: string; position: number; count: number }) =>
    `${move.name} moved to position ${move.position} of ${move.count}`,
} as const
