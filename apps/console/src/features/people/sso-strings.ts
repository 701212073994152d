export const ssoStrings = {
  title: 'Single sign-on',
  none: 'People sign in with a password. An identity provider (OpenID Connect or OAuth 2) can sign them in as well.',
  text: (name: string) => `People can sign in with ${name}.`,
  fromSettings: (name: string) =>
    `People can sign in with ${name}. It is set by PLINTH_OIDC_ISSUER in the settings of the server.`,
  issuer: 'Issuer',
  domains: 'Domains',
  noDomains: 'none: only existing accounts sign in',
  passwords: 'Passwords',
  allowed: 'allowed',
  breakGlassOnly: 'break-glass accounts only',
  ssoOnly: 'Single sign-on only',
  ssoOnlyHint:
    'Refuses passwords of everybody but break-glass accounts, and ends their sessions. Choose those accounts on the server: npx plinth-server staff break-glass.',
  setUp: 'Set up',
  change: 'Change',
  remove: 'Remove',
  dialogTitle: 'Identity provider',
  dialogText: 'Register Plinth with the provider first, with this redirect address:',
  verifiedClaimHint:
    'Empty if the provider checks no addresses: people then connect it in their profile.',
  domainsHint:
    'Addresses of these domains get an account with their first sign-in. Separate them with commas.',
  save: 'Save',
  cancel: 'Cancel',
  saved: 'Identity provider saved',
  removed: 'Identity provider removed',
  removeTitle: 'Remove the identity provider?',
  removeText:
    'The sessions that it opened end, except yours. Accounts stay. People without a password choose one with "Forgot your password?".',
  failed: 'The identity provider could not be changed',
  unreachable: 'The server could not be reached. Try again.',
} as const
