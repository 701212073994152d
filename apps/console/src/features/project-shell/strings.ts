export const projectShellStrings = {
  home: 'Home',
  tabs: 'Project sections',
  data: 'Data',
  ui: 'UI',
  workflow: 'Workflow',
  environment: 'Environment',
  environmentIs: (name: string) => `Environment: ${name}`,
  environments: {
    dev: 'Where tables and workflows are made and tried.',
    production: 'What your users see. Deploy brings it here.',
  },
  productionClosedTitle: 'Production is not open to you',
  productionClosed:
    'Developers cannot read production data in this project. An owner can allow it under Settings, Members.',
  toDev: 'Go to dev',
  production: 'You are looking at production.',
  productionAdmin:
    'Its tables and workflows come from dev by Deploy and are read-only here; rows and credentials can be changed.',
  productionMember:
    'Its tables and workflows come from dev by Deploy; rows and credentials are for an admin to change.',
  search: 'Search or jump to…',
  deploy: 'Deploy',
  settings: 'Settings',
  userMenu: 'Your account',
  shortcuts: 'Keyboard shortcuts',
  signOut: 'Sign Out',
  missing: 'Project not found or not shared with you',
  missingText: 'Check the address, or ask one of its owners to add you as a member.',
  backToProjects: 'Back to Projects',
} as const
