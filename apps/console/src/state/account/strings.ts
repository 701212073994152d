export const accountStrings = {
  userMenu: 'Your account',
  home: 'Home',
  shortcuts: 'Keyboard shortcuts',
  documentation: 'Documentation',
  twoFactor: 'Two-factor authentication',
  people: 'People',
  deletedProjects: 'Deleted projects',
  signOut: 'Sign Out',
} as const
