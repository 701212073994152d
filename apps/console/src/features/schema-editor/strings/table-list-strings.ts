/** The list of tables, and what is shown while there are none. */
export const tableListStrings = {
  empty: 'No tables available',
  emptyProduction:
    'Nothing was deployed yet. Sync the tables of dev, then an admin brings them here with Deploy.',
  backToProjects: 'Back to Projects',
  createTable: 'Create Table',
  engine: {
    label: 'Rows are kept in',
    sqlite3: 'SQLite',
    postgres: 'PostgreSQL',
    hint: 'Choose before the first Sync: a database with tables in it stays what it is.',
  },
  title: 'Tables',
  filter: 'Filter tables',
  noMatch: 'No table matches',
  add: 'Add table',
  draft: 'draft',
  refused: 'refused',
  edit: (name: string) => `Edit table ${name}`,
  remove: (name: string) => `Delete table ${name}`,
  list: 'Tables of this project',
  readOnlyKeys: 'Arrow keys move between tables.',
  keys: 'Arrow keys move between tables, Alt with an arrow key moves the table itself.',
  moved: (move: { name: string; place: number; count: number }) =>
    `${move.name} is now ${move.place} of ${move.count}`,
} as const
