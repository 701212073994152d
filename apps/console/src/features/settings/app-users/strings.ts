export const appUsersStrings = {
  text: 'How the users of each Auth table sign in to your app.',
  columns: { table: 'Table', signIn: 'Sign-in', environment: 'Environment', users: 'Users' },
  show: 'Show users',
  showUsers: (table: string, environment: string) => `Show users of ${table} in ${environment}`,
  signIn: (byCode: boolean, byPasskey: boolean) =>
    ['Password', byCode && 'code or link by mail', byPasskey && 'passkey']
      .filter((way) => way !== false)
      .join(', '),
  editTitle: (table: string, environment: string) => `Sign-in of ${table} in ${environment}`,
  editText: 'Applies to this table in this environment. A deploy does not copy it.',
  byCode: 'Sign in with a code or link',
  byCodeHint: 'Users ask for a mail instead of typing a password.',
  createsAccounts: 'Codes create accounts',
  createsAccountsHint:
    'An unknown address gets a mail too. Its account is created if the create rule allows it to guests.',
  redirects: 'Redirects',
  redirectsHint: 'Pages that links may lead to, one per line. The first one is the default.',
  redirectsPlaceholder: 'https://app.example.com/welcome',
  mails: 'Mails',
  mail: { code: 'Code to sign in', verify: 'Verification', reset: 'Password reset' },
  mailPart: { subject: 'Subject', text: 'Text' },
  mailPartOf: (mail: string, part: string) => `${mail}: ${part}`,
  mailHint: {
    code: 'Needs {code} and {link}. {app} becomes the project, {email} the address. Empty is the default.',
    verify:
      'Needs {link} or {code}. {app} becomes the project, {email} the address. Empty is the default.',
    reset:
      'Needs {link} or {code}. {app} becomes the project, {email} the address. Empty is the default.',
  },
  editDefault: 'Edit the default',
  preview: 'Preview',
  from: 'From',
  noSender: 'No mail server is configured, so no mail is sent.',
  sessionDays: 'Session length in days',
  sessionDaysHint: (max: number) => `Users sign in again after this time: 1 to ${max} days.`,
  passkeyHost: 'Host of passkeys',
  passkeyHostHint:
    'Users sign in with a passkey on redirects of this host or below it. Empty turns passkeys off. If you change it, the passkeys of the former host stop working.',
  passkeyHostPlaceholder: 'example.com',
  days: (max: number) => `Type a whole number from 1 to ${max}.`,
  onOrOff: (isOn: boolean) => (isOn ? 'On' : 'Off'),
  empty: {
    title: 'No Auth tables yet',
    text: 'Create a table of the type Auth in the Data tab and sync it. Its rows are the users of your app.',
  },
} as const
