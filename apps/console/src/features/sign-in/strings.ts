export const signInStrings = {
  title: 'Login',
  subtitle: 'Enter your email below to login to your account',
  email: 'Email',
  emailPlaceholder: 'm@example.com',
  password: 'Password',
  forgotPassword: 'Forgot your password?',
  code: 'Code',
  codeHint: 'Six-digit code from your authenticator app, or a recovery code.',
  newPassword: 'New password',
  newPasswordHint: 'Your password is temporary. Choose your own, at least 8 characters.',
  submit: 'Login',
  failed: 'Uh oh! Something went wrong.',
} as const
