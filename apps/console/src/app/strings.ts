export const strings = {
  errorTitle: 'Unexpected Application Error!',
  reload: 'Reload',
  backToProjects: 'Back to Projects',
} as const
