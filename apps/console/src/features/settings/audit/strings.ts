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
  availability: 'Availability',
}

export const auditStrings = {
  text: 'Who changed what in this project, and when. Row changes are listed under the area “Row”. Entries are sealed in a hash chain.',
  filters: 'Filters',
  person: 'Person',
  anyone: 'Anyone',
  area: 'Area',
  everything: 'All except rows',
  anyEnvironment: 'Any',
  from: 'From',
  to: 'To',
  clear: 'Clear filters',
  columns: { when: 'When', who: 'Who', what: 'What', environment: 'Environment', seal: 'Seal' },
  areaName: (area: string) => AREAS[area] ?? area.slice(0, 1).toUpperCase() + area.slice(1),
  what: (action: string, area: string) => {
    // Row actions are whole phrases already: 'updated a row of orders'.
    const words = area === 'row' ? action : `${action} ${(AREAS[area] ?? area).toLowerCase()}`
    return words.slice(0, 1).toUpperCase() + words.slice(1)
  },
  system: 'System',
  sealed: 'Sealed',
  notSealed: 'Pending',
  sealedHint: 'Part of the hash chain: later changes to this entry can be detected.',
  more: 'Load more',
  empty: {
    title: 'No matching entries',
    text: 'Every change to the project is recorded here. Change the filters to see more entries.',
  },
  field: 'Field',
  before: 'Before',
  after: 'After',
  none: 'No details recorded.',
  missing: '–',
  close: 'Close',
  entry: 'Entry',
  request: 'Request',
  entity: 'Id',
  facts: 'Entry details',
} as const
