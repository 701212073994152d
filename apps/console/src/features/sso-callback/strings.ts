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
  proved: 'Confirmed. Repeat what you were doing.',
  notProved: 'You are not confirmed',
  toProjects: 'Back to Projects',
  toSignIn: 'Back to Login',
  unreachable: 'The server could not be reached. Try again.',
} as const
