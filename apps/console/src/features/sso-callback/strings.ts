export const ssoCallbackStrings = {
  title: 'Signing you in',
  subtitle: 'One moment.',
  nextTitle: 'One more step',
  failedTitle: 'You are not signed in',
  notHere:
    'This sign-in was not started in this tab. Start again from the sign-in page, and keep it open.',
  code: 'Code',
  password: 'Password',
  submit: 'Continue',
  toSignIn: 'Back to Login',
  unreachable: 'The server could not be reached. Try again.',
} as const
