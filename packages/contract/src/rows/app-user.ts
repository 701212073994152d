import * as z from 'zod'
import { Email, NewPassword } from '../people/person.ts'
import { ENVIRONMENT_NAMES } from '../project/environment.ts'
import { endpoint } from '../protocol/endpoint.ts'
import { Done, NoBody, ProjectId, Timestamp } from '../protocol/ids.ts'
import { Row } from './row.ts'

/** Selects the environment of the Auth table if the host does not. */
export const AppEnvironmentQuery = z.strictObject({
  $projectId: ProjectId.optional(),
  $environment: z.enum(ENVIRONMENT_NAMES).optional(),
})
export type AppEnvironmentQuery = z.infer<typeof AppEnvironmentQuery>

const params = z.strictObject({ table: z.string().min(1).max(64) })
const query = AppEnvironmentQuery
/** The response never reveals whether the address is known. */
const address = z.strictObject({ email: Email })
const link = z.string().min(1).max(256)
const token = z.object({ token: z.string(), expiresOn: Timestamp })

/** A session of an app user, with the user's row. */
export const AppSession = token.extend({ user: Row })
export type AppSession = z.infer<typeof AppSession>

export const signUpUser = endpoint({
  name: 'signUpUser',
  summary: "Sign up an app user, subject to the table's create rule",
  method: 'POST',
  path: '/api/auth/{table}/sign-up',
  access: 'rules',
  countsVisitors: true,
  production: 'settings',
  params,
  query,
  body: z.looseObject({ email: Email, password: NewPassword }),
  answer: AppSession,
})

export const signInUser = endpoint({
  name: 'signInUser',
  summary: 'Sign an app user in with email and password',
  method: 'POST',
  path: '/api/auth/{table}/sign-in',
  access: 'public',
  countsVisitors: true,
  params,
  query,
  body: z.strictObject({ email: z.string().min(1).max(254), password: z.string().min(1).max(256) }),
  answer: AppSession,
})

export const refreshUser = endpoint({
  name: 'refreshUser',
  summary: "Exchange the caller's token for a new one; the old one is revoked",
  method: 'POST',
  path: '/api/auth/{table}/refresh',
  access: 'user',
  takesReplaced: true,
  params,
  query,
  body: NoBody,
  answer: token,
})

export const signOutUser = endpoint({
  name: 'signOutUser',
  summary: "End the app user's session",
  method: 'POST',
  path: '/api/auth/{table}/sign-out',
  access: 'user',
  takesActor: true,
  takesReplaced: true,
  params,
  query,
  body: NoBody,
  answer: Done,
})

export const changeUserPassword = endpoint({
  name: 'changeUserPassword',
  summary: 'Change the password; all other sessions end',
  method: 'POST',
  path: '/api/auth/{table}/password',
  access: 'user',
  countsVisitors: true,
  params,
  query,
  body: z.strictObject({ currentPassword: z.string().min(1).max(256), password: NewPassword }),
  answer: AppSession,
})

export const verifyUser = endpoint({
  name: 'verifyUser',
  summary: 'Verify an address with a mailed token, or send the mail to an email address',
  method: 'POST',
  path: '/api/auth/{table}/verify',
  access: 'public',
  countsVisitors: true,
  params,
  query,
  body: z.union([z.strictObject({ token: link }), address]),
  answer: Done,
})

export const requestUserReset = endpoint({
  name: 'requestUserReset',
  summary: 'Mail a password reset link; the response never reveals whether the address exists',
  method: 'POST',
  path: '/api/auth/{table}/request-reset',
  access: 'public',
  countsVisitors: true,
  params,
  query,
  body: address,
  answer: Done,
})

export const resetUserPassword = endpoint({
  name: 'resetUserPassword',
  summary: "Set an app user's password with a mailed token; all sessions end",
  method: 'POST',
  path: '/api/auth/{table}/reset',
  access: 'public',
  countsVisitors: true,
  params,
  query,
  body: z.strictObject({ token: link, password: NewPassword }),
  answer: Done,
})
