import * as z from 'zod'
import { endpoint } from '../protocol/endpoint.ts'
import { Done, NoBody, Timestamp } from '../protocol/ids.ts'
import { Email, NewPassword, Organisation, Profile } from './person.ts'
import { SignInCode } from './two-factor.ts'
import { PasskeyAssertion } from './web-authn.ts'

export const signIn = endpoint({
  name: 'signIn',
  summary: 'Sign in with email and password',
  method: 'POST',
  path: '/auth/login',
  access: 'public',
  body: z.strictObject({
    email: z.string().min(1).max(254),
    password: z.string().min(1).max(256),
    /** Required if two-factor authentication is on; the error for a missing code has this path. */
    code: SignInCode.optional(),
    /** Instead of the code, with the options of `POST /auth/login/passkey`. */
    passkey: PasskeyAssertion.optional(),
    /** Required if the password is temporary; the error for a missing one has this path. */
    newPassword: NewPassword.optional(),
  }),
  answer: z.object({ token: z.string() }),
})

export const getMe = endpoint({
  name: 'getMe',
  summary: "The token's user: an app user or staff",
  method: 'GET',
  path: '/auth/me',
  access: 'caller',
  query: z.record(z.string(), z.string()),
  answer: z.object({
    user: z.looseObject({ id: z.string() }),
    /** The member of staff who acts as the app user; missing in a session of the user. */
    actor: z.object({ name: z.string(), expiresOn: Timestamp }).optional(),
  }),
})

export const getDevUser = endpoint({
  name: 'getDevUser',
  summary: "The console's signed-in user",
  method: 'GET',
  path: '/auth/devme',
  access: 'staff',
  answer: z.object({
    user: Profile,
    organisation: Organisation,
    /** True until two-factor authentication is set up; only the own account is accessible until then. */
    mustSetUpTwoFactor: z.boolean(),
  }),
})

export const signOut = endpoint({
  name: 'signOut',
  summary: 'End this session',
  method: 'POST',
  path: '/auth/sign-out',
  access: 'staff',
  body: NoBody,
  answer: Done,
})

export const requestPasswordReset = endpoint({
  name: 'requestPasswordReset',
  summary: 'Mail a password reset link; the response never reveals whether the address exists',
  method: 'POST',
  path: '/auth/forgot-password',
  access: 'public',
  body: z.strictObject({ email: Email }),
  answer: Done,
})

export const resetPassword = endpoint({
  name: 'resetPassword',
  summary: 'Set a new password with the token of a mailed link',
  method: 'POST',
  path: '/auth/reset-password',
  access: 'public',
  body: z.strictObject({ token: z.string().min(1).max(256), password: NewPassword }),
  answer: Done,
})
