export const userLinkStrings = {
  title: 'Sign in',
  subtitle: (app: string, email: string) => `Sign in to ${app} as ${email}.`,
  confirm: 'Sign in',
  leadsTo: (page: string) => `You continue at ${page}.`,
  typeCode: (app: string) => `Type the code from the same mail in ${app}.`,
  deadTitle: 'This link is not valid',
  noToken: 'This link is incomplete. Open it from the mail again.',
  unreachable: 'The server could not be reached. Try again.',
} as const
