export const recoveryCodesStrings = {
  title: 'Your recovery codes',
  text: 'Each code works once, if you lose access to your authenticator app or passkey. They are shown only now: store them in a password manager.',
  copy: 'Copy the codes',
  copied: 'Copied',
  download: 'Download',
  fileName: 'plinth-recovery-codes.txt',
  done: 'I have saved them',
} as const
