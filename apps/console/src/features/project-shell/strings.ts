export const projectShellStrings = {
  home: 'Home',
  tabs: 'Project sections',
  data: 'Data',
  ui: 'UI',
  workflow: 'Workflow',
  sql: 'SQL',
  environment: 'Environment',
  environmentIs: (name: string) => `Environment: ${name}`,
  environments: {
    dev: 'Build and test tables and workflows.',
    production: 'What your users see. Updated by Deploy.',
  },
  productionClosedTitle: 'You do not have access to production',
  productionClosed:
    'Developers cannot read production data in this project. An owner can allow it under Settings, Members.',
  toDev: 'Go to dev',
  production: 'You are viewing production.',
  productionAdmin:
    'Tables and workflows are deployed from dev and read-only here. You can edit rows and credentials.',
  productionMember:
    'Tables and workflows are deployed from dev and read-only here. Only admins can edit rows and credentials.',
  availability: {
    label: 'Availability',
    'read-only': 'This project is read-only.',
    suspended: 'This project is suspended.',
    archived: 'This project is archived.',
    setBy: (name: string | null) => `Set by ${name ?? 'the command line'}`,
    details: 'Details',
  },
  budget: { label: 'Budgets', details: 'Usage' },
  search: 'Search or jump to…',
  deploy: 'Deploy',
  settings: 'Settings',
  missing: 'Project not found or not shared with you',
  missingText: 'Check the URL, or ask one of its owners to add you as a member.',
  backToProjects: 'Back to Projects',
} as const
