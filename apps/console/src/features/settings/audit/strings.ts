const AREAS: Record<string, string> = {
  project: 'Project',
  configuration: 'Configuration',
  database: 'Database',
  member: 'Member',
  domain: 'Domain',
  constant: 'Constant',
  workflow: 'Workflow',
  credential: 'Credential',
  row: 'Row',
  file: 'File',
  key: 'Key',
  'production-access': 'Production access',
}

export const auditStrings = {
  text: 'Who changed what in this project, and when. Changes of rows stand under their own area. Entries are sealed in a hash chain.',
  filters: 'Filters',
  person: 'Person',
  anyone: 'Anyone',
  area: 'Area',
  everything: 'All but rows',
  anyEnvironment: 'Any',
  from: 'From',
  to: 'To',
  clear: 'Clear filters',
  columns: { when: 'When', who: 'Who', what: 'What', environment: 'Environment', seal: 'Seal' },
  areaName: (area: string) => AREAS[area] ?? area.slice(0, 1).toUpperCase() + area.slice(1),
  what: (action: string, area: string) => {
    // What happened to rows is said in whole words already: 'updated a row of orders'.
    const words = area === 'row' ? action : `${action} ${(AREAS[area] ?? area).toLowerCase()}`
    return words.slice(0, 1).toUpperCase() + words.slice(1)
  },
  system: 'Plinth itself',
  sealed: 'Sealed',
  notSealed: 'Not yet',
  sealedHint: 'Part of the hash chain: a later change to this entry would be noticed.',
  more: 'Load more',
  empty: {
    title: 'Nothing matches',
    text: 'Every change to the project leaves an entry here. Widen the filters to see more of them.',
  },
  field: 'Field',
  before: 'Before',
  after: 'After',
  none: 'No details were recorded.',
  missing: '–',
  close: 'Close',
  entry: 'Entry',
  request: 'Request',
  entity: 'Id',
  facts: 'About this entry',
} as const
