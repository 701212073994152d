export const serviceStrings = {
  service: 'Service',
  hint: 'Fills in the addresses, the hosts and the scopes of a known service.',
  custom: 'Another service',
  customDetail: 'Enter the addresses yourself',
  search: 'Search services',
  none: 'No service matches. Choose “Another service”.',
  scopes: 'Scopes',
  scopesOf: (label: string) => `What workflows may do in ${label}. Choose only what they need.`,
  otherScopes: 'Other scopes',
  otherHint: 'Separated by spaces.',
  documents: 'Documentation',
} as const
