export const appProviderStrings = {
  title: 'Identity providers',
  text: 'Users sign in with Google or another provider. The pages of your app must be listed as redirects of the table.',
  table: 'Table and environment',
  option: (table: string, environment: string) => `${table} in ${environment}`,
  add: 'Add provider',
  remove: 'Remove',
  columns: {
    provider: 'Provider',
    issuer: 'Issuer',
    callback: 'Redirect address',
    accounts: 'First sign-in',
  },
  accounts: (creates: boolean) => (creates ? 'Creates accounts' : 'Existing accounts only'),
  copy: (label: string) => `Copy the redirect address of ${label}`,
  copied: 'Copied',
  addTitle: (place: string) => `Add a provider to ${place}`,
  editTitle: (label: string, place: string) => `${label} for ${place}`,
  dialogText: 'Register your app with the provider first, with this redirect address:',
  name: 'Name in the calls of your app',
  nameHint: 'Lower case, such as google. It ends the redirect address and cannot be changed later.',
  nameFixed: 'Part of the redirect address, so it cannot be changed.',
  verifiedClaimHint:
    'Empty if the provider checks no addresses: users then link it to their account.',
  createsAccounts: 'Creates accounts',
  createsAccountsHint:
    'A first sign-in creates an account, if the create rule of the table allows it to guests.',
  onOrOff: (isOn: boolean) => (isOn ? 'On' : 'Off'),
  removeTitle: (label: string) => `Remove ${label}?`,
  removeText:
    'Users can no longer sign in with it. Accounts and open sessions stay; linked identities work again if you add a provider of the same issuer.',
  empty: {
    title: 'No providers yet',
    text: 'Register your app with a provider such as Google. Then add its client ID and secret here.',
  },
} as const
