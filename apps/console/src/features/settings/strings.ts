export const strings = {
  title: 'Settings',
  text: 'Members, domains, constants and your profile come with a later release.',
} as const
