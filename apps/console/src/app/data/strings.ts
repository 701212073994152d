/** The Data screen's own texts; each feature it shows has texts of its own. */
export const dataStrings = {
  title: 'Data',
  editorMode: 'Editor Mode',
  syncDatabase: 'Sync Database',
  saveConfiguration: 'Save Configuration',
  editTable: (name: string) => `Edit table ${name}`,
  undo: 'Undo',
  redo: 'Redo',
  differ: (count: number) =>
    count === 1 ? '1 table differs from the database' : `${count} tables differ from the database`,
  inSync: 'Same as the database',
  deployed: 'Same as dev',
  notDeployed: (count: number) =>
    count === 1 ? '1 table differs from dev' : `${count} tables differ from dev`,
  readOnly: 'The production schema is read-only. Change the tables in dev, sync them, then deploy.',
  leave: {
    title: 'Leave without saving?',
    schema: 'Your changes to the schema are not saved and will be lost.',
    json: 'Your changes to the JSON text are not saved and will be lost.',
    rowsOf: (table: string, count: number) => `${table} (${count})`,
    rowsStay: (names: string) => `Unsaved changes to rows are kept: ${names}.`,
    viewsStay: (names: string) => `Unsaved changes to views are kept: ${names}.`,
    stay: 'Stay',
    leave: 'Leave',
  },
  refused: {
    title: 'The query of this table is refused',
    reason: (reason: string) => `Reason: ${reason}`,
    effect: 'API requests for this table return 503. Other tables are not affected.',
    change: 'Change the query, then sync.',
    sync: 'You changed the query. Sync to apply it.',
    production: 'Change the query in dev, sync, then deploy.',
  },
} as const
