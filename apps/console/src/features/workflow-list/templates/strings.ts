export const templateStrings = {
  open: 'From a template…',
  title: 'New workflow from a template',
  description:
    'Every template runs in this project without another service. It is created inactive.',
  templates: 'Template',
  name: 'Name',
  nameRequired: 'Name is required',
  nodes: 'Nodes',
  needs: 'Tables',
  there: 'In this project',
  missingTable: 'Missing',
  missingFields: (fields: readonly string[]) => `Missing: ${fields.join(', ')}`,
  createTables: 'Create what is missing in the draft',
  createTablesHint:
    'Sync the tables under Data before the first run. Only staff can read new tables.',
  noTablesHint: 'Choose tables of your own in the nodes before the first run.',
  cancel: 'Cancel',
  create: 'Create',
  created: (name: string) => `${name} is created`,
  createdText: 'Try it with its sample data, then activate it.',
  syncText: 'Its tables are in the draft. Sync them under Data before the first run.',
  stale:
    'Another user changed the tables of this project meanwhile. Check the list of tables and try again.',
} as const
