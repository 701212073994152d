export const ssoCallbackStrings = {
  title: 'Signing you in',
  subtitle: 'One moment.',
  nextTitle: 'One more step',
  failed: {
    'sign-in': 'You are not signed in',
    proof: 'You are not confirmed',
    connection: 'Your account is not connected',
  },
  notHere:
    'This sign-in was not started in this tab. Start again from the sign-in page, and keep it open.',
  code: 'Code',
  password: 'Password',
  submit: 'Continue',
  proved: 'Confirmed. Repeat what you were doing.',
  connected: 'Account connected',
  toPage: 'Back to your page',
  toSignIn: 'Back to Login',
  unreachable: 'The server could not be reached. Try again.',
} as const
