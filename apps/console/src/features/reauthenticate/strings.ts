import { PROOF_MINUTES } from '@plinth/contract'

export const reauthenticateStrings = {
  title: 'Confirm that it is you',
  text: `This needs a confirmation of the last ${PROOF_MINUTES} minutes. What you were doing continues after it.`,
  password: 'Password',
  code: 'Code',
  codeHint: 'Six-digit code from your authenticator app, or a recovery code.',
  usePassword: 'Use your password instead',
  useCode: 'Use a code instead',
  confirmWith: (provider: string) => `Confirm with ${provider}`,
  comesBack: 'You leave this page and come back to it. Then repeat what you were doing.',
  cancel: 'Cancel',
  confirm: 'Confirm',
  unreachable: 'The server did not answer. Try again.',
} as const
