export const userSignInStrings = {
  title: 'Sign in',
  subtitle: 'Your answer is being checked.',
  done: 'You can close this window.',
  failedTitle: 'You are not signed in',
  toApp: 'Back to the app',
  noOpener: 'The window of the app is not reachable. Close this window and sign in again.',
  unreachable: 'The server could not be reached. Start again in the app.',
} as const
