export const strings = {
  title: 'Workflow',
  text: 'Workflows come with a later release.',
} as const
