export const appStrings = {
  errorTitle: 'Unexpected Application Error!',
  reload: 'Reload',
  backToProjects: 'Back to Projects',
} as const
