import * as z from 'zod'
import { PasskeyId, PasskeyName } from '../people/passkey.ts'
import {
  PasskeyRegistration,
  SolePasskeyAssertion,
  SolePasskeyCreation,
  SolePasskeyRequest,
} from '../people/web-authn.ts'
import { endpoint } from '../protocol/endpoint.ts'
import { Done, NoBody, Timestamp } from '../protocol/ids.ts'
import { AppEnvironmentQuery, AppSession } from './app-user.ts'

const params = z.strictObject({ table: z.string().min(1).max(64) })
const named = z.strictObject({ table: z.string().min(1).max(64), passkeyId: PasskeyId })
const query = AppEnvironmentQuery
const path = '/api/auth/{table}/passkey'
const onePath = '/api/auth/{table}/passkey/{passkeyId}'

/** A passkey of an app user; its private key never leaves the device. */
export const AppPasskey = z.object({
  id: PasskeyId,
  name: z.string(),
  createdOn: Timestamp,
  /** Null if it was never used. */
  lastUsedOn: Timestamp.nullable(),
  /** False while passkeys are off for the table, or belong to another host. */
  isUsable: z.boolean(),
})
export type AppPasskey = z.infer<typeof AppPasskey>

export const listUserPasskeys = endpoint({
  name: 'listUserPasskeys',
  summary: "The signed-in user's passkeys, newest first",
  method: 'GET',
  path,
  access: 'user',
  takesActor: true,
  params,
  query,
  answer: z.object({ passkeys: z.array(AppPasskey) }),
})

export const startUserPasskey = endpoint({
  name: 'startUserPasskey',
  summary: 'Begin to add a passkey of the signed-in user; needs a recent sign-in',
  method: 'POST',
  path: `${path}/start`,
  access: 'user',
  params,
  query,
  body: NoBody,
  answer: z.object({ options: SolePasskeyCreation }),
})

export const addUserPasskey = endpoint({
  name: 'addUserPasskey',
  summary: 'Add the passkey that the browser made; needs a recent sign-in',
  method: 'POST',
  path,
  access: 'user',
  status: 201,
  params,
  query,
  body: z.strictObject({
    name: PasskeyName.default('Passkey'),
    credential: PasskeyRegistration,
  }),
  answer: z.object({ passkey: AppPasskey }),
})

export const renameUserPasskey = endpoint({
  name: 'renameUserPasskey',
  summary: "Rename one of the signed-in user's passkeys",
  method: 'PUT',
  path: onePath,
  access: 'user',
  params: named,
  query,
  body: z.strictObject({ name: PasskeyName }),
  answer: Done,
})

export const removeUserPasskey = endpoint({
  name: 'removeUserPasskey',
  summary: 'Remove a passkey of the signed-in user, never the last way to sign in',
  method: 'DELETE',
  path: onePath,
  access: 'user',
  countsVisitors: true,
  params: named,
  query,
  body: z.strictObject({
    /** Required if nothing but the password is left to sign in with. */
    password: z.string().min(1).max(256).optional(),
  }),
  answer: AppSession,
})

export const startUserPasskeySignIn = endpoint({
  name: 'startUserPasskeySignIn',
  summary: 'Begin a sign-in of an app user with a passkey; the options name no account',
  method: 'POST',
  path: `${path}/sign-in/start`,
  access: 'public',
  params,
  query,
  body: NoBody,
  answer: z.object({ options: SolePasskeyRequest }),
})

export const confirmUserPasskey = endpoint({
  name: 'confirmUserPasskey',
  summary: 'Sign an app user in with a passkey',
  method: 'POST',
  path: `${path}/sign-in`,
  access: 'public',
  countsVisitors: true,
  params,
  query,
  body: z.strictObject({ passkey: SolePasskeyAssertion }),
  answer: AppSession,
})
