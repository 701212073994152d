export const signUpStrings = {
  title: 'Sign Up',
  subtitle: 'Enter your information to create an account',
  firstName: 'First name',
  lastName: 'Last name',
  email: 'Email',
  password: 'Password',
  submit: 'Login',
  haveAccount: 'Already have an account?',
  signIn: 'Sign in',
} as const
