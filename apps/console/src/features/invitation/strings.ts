export const invitationStrings = {
  title: 'Welcome to Plinth',
  subtitle: 'Choose your name and password to create your account.',
  subtitleFor: (email: string) =>
    `You are invited as ${email}. Choose your name and password to create your account.`,
  deadTitle: 'This invitation is not valid',
  toSignIn: 'Back to Login',
  firstName: 'First Name',
  lastName: 'Last Name',
  password: 'Password',
  passwordHint: 'At least 8 characters.',
  submit: 'Create account',
  done: 'Account created',
  doneText: (email: string) => `Sign in as ${email}.`,
  noToken: 'This link is incomplete. Open it from the email again.',
  unreachable: 'The server could not be reached. Try again.',
} as const
