/** The Data screen's own texts; each feature it shows has texts of its own. */
export const dataStrings = {
  title: 'Data',
  editorMode: 'Editor Mode',
  syncDatabase: 'Sync Database',
  saveConfiguration: 'Save Configuration',
  undo: 'Undo',
  redo: 'Redo',
  differ: (count: number) =>
    count === 1 ? '1 table differs from the database' : `${count} tables differ from the database`,
  inSync: 'Same as the database',
  deployed: 'As deployed',
  notDeployed: (count: number) =>
    count === 1 ? '1 table differs from dev' : `${count} tables differ from dev`,
  readOnly: 'Production is read-only here. Change the tables in dev, sync them, then Deploy.',
  leave: {
    title: 'Leave without saving?',
    text: 'Your changes to the schema are not saved and will be lost.',
    stay: 'Stay',
    leave: 'Leave',
  },
  refused: {
    title: 'The query of this table is refused',
    reason: (reason: string) => `Reason: ${reason}`,
    effect: 'Reading this table answers 503; the other tables work as before.',
    change: 'Change the query, then sync.',
    sync: 'You changed the query: sync to apply it.',
    production: 'Change the query in dev, sync, then deploy.',
  },
} as const
