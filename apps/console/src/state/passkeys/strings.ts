export const passkeyStrings = {
  unsupported: 'This browser does not support passkeys. Use a current version of another browser.',
  insecure:
    'Passkeys need https. Open the console at its https address, or ask the operator to set it up.',
  cancelled: 'No passkey was used, because it was cancelled or took too long. Try again.',
  notAdded: 'No passkey was added, because it was cancelled or took too long. Try again.',
  registered: 'This device already has a passkey of your account.',
  elsewhere: (host: string) => `Passkeys work at ${host} only. Open the console there.`,
  failed: 'The browser could not use a passkey. Try again.',
  use: 'Use a passkey',
  add: 'Add passkey',
  addTitle: 'Add a passkey',
  addText:
    'Your browser then asks for your fingerprint, face or PIN, or for a security key. Plinth gets none of them.',
  name: 'Name',
  nameHint: 'To recognise it later, such as the device that holds it.',
  currentPassword: 'Current password',
  confirmWith: (provider: string) => `Confirm with ${provider} instead`,
  cancel: 'Cancel',
  continue: 'Continue',
  added: 'Passkey added',
  codesTitle: 'Two-factor authentication is on',
  codesText: 'From now on, signing in needs a passkey or a recovery code after your password.',
} as const
