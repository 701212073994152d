export const signInStrings = {
  title: 'Login',
  subtitle: 'Enter your email below to login to your account',
  email: 'Email',
  emailPlaceholder: 'm@example.com',
  password: 'Password',
  forgotPassword: 'Forgot your password?',
  code: 'Code',
  codeHint: 'Six-digit code from your authenticator app, or a recovery code.',
  submit: 'Login',
  failed: 'Uh oh! Something went wrong.',
} as const
