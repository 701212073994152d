export const passkeyListStrings = {
  title: 'Passkeys',
  text: 'Confirm sign-ins with your fingerprint, face or PIN, or with a security key, instead of a code.',
  empty:
    'No passkeys yet. With one, a stolen password is not enough to sign in, and there is no code to type.',
  added: 'Added',
  lastUsed: 'last used',
  neverUsed: 'never used',
  remove: 'Remove',
  removeOf: (name: string) => `Remove ${name}`,
  removeTitle: (name: string) => `Remove the passkey ‘${name}’?`,
  removeText: 'You cannot sign in with it any more. Other passkeys and codes still work.',
  removeLastText:
    'It is your only second factor: two-factor authentication ends, and your recovery codes with it.',
  removed: 'Passkey removed',
  cancel: 'Cancel',
} as const
