export const forgotPasswordStrings = {
  title: 'Forgot password',
  subtitle: 'Enter your email and we will send you a link to reset your password.',
  noLinks: (provider: string) =>
    `Your organisation signs in with ${provider}, so no link is mailed. The operator of the server resets the password of a break-glass account.`,
  email: 'Email',
  emailPlaceholder: 'm@example.com',
  send: 'Send reset link',
  sent: 'If this address has an account, a reset link is on its way. It works once, for 30 minutes.',
  back: 'Back to sign in',
  newTitle: 'New password',
  newSubtitle: 'Saving a new password signs you out everywhere.',
  password: 'New password',
  passwordHint: 'At least 8 characters.',
  repeat: 'Repeat new password',
  notEqual: 'The passwords do not match',
  save: 'Save password',
  saved: 'Password saved',
  savedText: 'Sign in with your new password.',
  askAgain: 'Send a new link',
  /** Some error messages are whole sentences; others continue after the field's name. */
  refused: (message: string) => (/^[A-Z]/.test(message) ? message : `The password ${message}`),
} as const
