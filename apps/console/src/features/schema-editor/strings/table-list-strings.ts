import type { RowCount } from '@plinth/contract'

/** Texts of the table list and its empty state. */
export const tableListStrings = {
  empty: 'No tables available',
  emptyProduction:
    'Nothing has been deployed yet. Sync the tables in dev, then an admin can deploy them.',
  backToProjects: 'Back to Projects',
  createTable: 'Create Table',
  fromCsv: 'Table from CSV',
  fromCsvHint: 'Reads the fields from a file. Its rows are imported after the first sync.',
  badCsv: 'The file has no header line that can be read. Choose a CSV file.',
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
  rowCount: ({ rows, more }: RowCount) =>
    `Has ${more ? 'more than ' : ''}${rows.toLocaleString('en-US')} ${rows === 1 ? 'row' : 'rows'}`,
  shortCount: ({ rows, more }: RowCount) => `${rows.toLocaleString('en-US')}${more ? '+' : ''}`,
  unsaved: (count: number) => (count === 1 ? '1 unsaved change' : `${count} unsaved changes`),
  edit: (name: string) => `Edit table ${name}`,
  remove: (name: string) => `Delete table ${name}`,
  menu: 'Table menu',
  editAction: 'Edit table',
  api: 'API of this table',
  moveUp: 'Move up',
  moveDown: 'Move down',
  removeAction: 'Delete table',
  list: 'Tables of this project',
  readOnlyKeys: 'Use the arrow keys to move between tables.',
  keys: 'Use the arrow keys to move between tables, and Alt with an arrow key to reorder them.',
  moved: (move: { name: string; position: number; count: number }) =>
    `${move.name} moved to position ${move.position} of ${move.count}`,
} as const
