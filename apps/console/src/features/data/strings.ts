import { gridStrings } from './grid/strings-grid.ts'
import { savingStrings } from './strings-saving.ts'
import { tableStrings } from './strings-table.ts'

/** The words of the Data screen; those of its dialogs stand beside, one file each. */
export const strings = {
  title: 'Data',
  empty: 'No tables available',
  emptyProduction:
    'Nothing was deployed yet. Sync the tables of dev, then an admin brings them here with Deploy.',
  engine: {
    label: 'Rows are kept in',
    sqlite3: 'SQLite',
    postgres: 'PostgreSQL',
    hint: 'Choose before the first Sync: a database with tables in it stays what it is.',
  },
  backToProjects: 'Back to Projects',
  createTable: 'Create Table',
  editorMode: 'Editor Mode',
  syncDatabase: 'Sync Database',
  saveConfiguration: 'Save Configuration',
  undo: 'Undo',
  redo: 'Redo',
  diagram: 'Diagram',
  differ: (count: number) =>
    count === 1 ? '1 table differs from the database' : `${count} tables differ from the database`,
  inSync: 'Same as the database',
  deployed: 'As deployed',
  notDeployed: (count: number) =>
    count === 1 ? '1 table differs from dev' : `${count} tables differ from dev`,
  readOnly: 'Production is read-only here. Change the tables in dev, sync them, then Deploy.',
  tables: {
    title: 'Tables',
    filter: 'Filter tables',
    noMatch: 'No table matches',
    add: 'Add table',
    draft: 'draft',
    refused: 'refused',
    edit: (name: string) => `Edit table ${name}`,
    remove: (name: string) => `Delete table ${name}`,
    list: 'Tables of this project',
    lookKeys: 'Arrow keys move between tables.',
    keys: 'Arrow keys move between tables, Alt with an arrow key moves the table itself.',
    moved: (move: { name: string; place: number; count: number }) =>
      `${move.name} is now ${move.place} of ${move.count}`,
  },
  json: {
    label: 'Configuration as JSON',
    blocked: (count: number) =>
      count === 1
        ? 'This text has an error. Correct it, or discard what you changed here.'
        : `This text has ${count} errors. Correct them, or discard what you changed here.`,
    discard: 'Discard text changes',
    valid: 'Valid configuration',
    checking: 'Checking…',
    errors: (count: number) => (count === 1 ? '1 error' : `${count} errors`),
    warnings: (count: number) => (count === 1 ? '1 warning' : `${count} warnings`),
  },
  diagramLabels: {
    label: 'Diagram of tables and relations',
    hint: 'Click a table to edit it. Drag to pan, scroll to zoom.',
    lookHint: 'Click a table to see its rows. Drag to pan, scroll to zoom.',
    loading: 'Arranging the tables…',
    node: (name: string, fields: number) =>
      `Table ${name}, ${fields === 1 ? '1 field' : `${fields} fields`}`,
  },
  refused: {
    title: 'The query of this table is refused',
    reason: (reason: string) => `Reason: ${reason}`,
    effect: 'Reading this table answers 503; the other tables work as before.',
    change: 'Change the query, then sync.',
    sync: 'You changed the query: sync to apply it.',
    production: 'Change the query in dev, sync, then deploy.',
  },
  untitledTable: 'Untitled table',
  untitledField: 'Untitled field',
  grid: gridStrings,
  saving: savingStrings,
  table: tableStrings,
} as const
