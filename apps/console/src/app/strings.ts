export const appStrings = {
  errorTitle: 'Unexpected Application Error!',
  reload: 'Reload',
  backToProjects: 'Back to Projects',
  signOut: {
    title: 'Sign out without saving?',
    text: (names: string) => `These changes to rows will be discarded: ${names}.`,
    table: ({ project, table, count }: { project: string; table: string; count: number }) =>
      `${count} in ${table} of ${project}`,
    stay: 'Stay',
    confirm: 'Sign Out',
  },
} as const
