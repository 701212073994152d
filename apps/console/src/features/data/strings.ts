export const strings = {
  title: 'Data',
  empty: 'No tables available',
  backToProjects: 'Back to Projects',
} as const
