export const invitationStrings = {
  title: 'Welcome to Plinth',
  subtitle: 'Choose your name and password; then you can sign in.',
  subtitleFor: (email: string) =>
    `You are invited as ${email}. Choose your name and password; then you can sign in.`,
  deadTitle: 'This link leads nowhere',
  toSignIn: 'Back to Login',
  firstName: 'First Name',
  lastName: 'Last Name',
  password: 'Password',
  passwordHint: 'At least 8 characters.',
  submit: 'Create account',
  done: 'Account created',
  doneText: (email: string) => `Sign in as ${email}.`,
  noToken: 'This link is not complete. Open it from the mail once more.',
  unreachable: 'The server could not be reached. Try again.',
} as const
