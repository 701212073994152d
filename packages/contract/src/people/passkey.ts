import * as z from 'zod'
import { endpoint } from '../protocol/endpoint.ts'
import { Done, idOf, NoBody, Timestamp } from '../protocol/ids.ts'
import { PasskeyCreation, PasskeyRegistration, PasskeyRequest } from './web-authn.ts'

export const MAX_PASSKEYS = 20
/** How long a browser may take to answer a challenge. */
export const PASSKEY_CHALLENGE_MINUTES = 5

export const PasskeyId = idOf('psk')
export const PasskeyName = z.string().trim().min(1).max(80)
const currentPassword = z.string().max(256)

/** A passkey of a member of staff; its private key never leaves the device. */
export const Passkey = z.object({
  id: PasskeyId,
  name: z.string(),
  createdOn: Timestamp,
  /** Null if it was never used. */
  lastUsedOn: Timestamp.nullable(),
})
export type Passkey = z.infer<typeof Passkey>

export const listPasskeys = endpoint({
  name: 'listPasskeys',
  summary: "The caller's passkeys, newest first",
  method: 'GET',
  path: '/auth/passkey',
  access: 'staff',
  answer: z.object({ passkeys: z.array(Passkey) }),
})

export const startPasskey = endpoint({
  name: 'startPasskey',
  summary: 'Begin to add a passkey: the options for `navigator.credentials.create`',
  method: 'POST',
  path: '/auth/passkey/start',
  access: 'staff',
  proof: 'always',
  body: z.strictObject({ currentPassword }),
  answer: z.object({ options: PasskeyCreation }),
})

export const addPasskey = endpoint({
  name: 'addPasskey',
  summary: 'Add the passkey that the browser made; the first factor brings recovery codes, once',
  method: 'POST',
  path: '/auth/passkey',
  access: 'staff',
  proof: 'always',
  status: 201,
  body: z.strictObject({ name: PasskeyName, credential: PasskeyRegistration }),
  answer: z.object({
    passkey: Passkey,
    /** Empty unless two-factor authentication was off. */
    recoveryCodes: z.array(z.string()),
  }),
})

export const renamePasskey = endpoint({
  name: 'renamePasskey',
  summary: "Rename one of the caller's passkeys",
  method: 'PUT',
  path: '/auth/passkey/{passkeyId}',
  access: 'staff',
  params: z.strictObject({ passkeyId: PasskeyId }),
  body: z.strictObject({ name: PasskeyName }),
  answer: Done,
})

export const removePasskey = endpoint({
  name: 'removePasskey',
  summary: 'Remove a passkey; removing the last second factor turns two-factor authentication off',
  method: 'POST',
  path: '/auth/passkey/{passkeyId}/remove',
  access: 'staff',
  proof: 'always',
  params: z.strictObject({ passkeyId: PasskeyId }),
  body: z.strictObject({ currentPassword }),
  answer: Done,
})

export const startPasskeySignIn = endpoint({
  name: 'startPasskeySignIn',
  summary: 'Options for the passkey that a sign-in needs after the password',
  method: 'POST',
  path: '/auth/login/passkey',
  access: 'public',
  body: z.strictObject({
    email: z.string().min(1).max(254),
    password: z.string().min(1).max(256),
  }),
  answer: z.object({ options: PasskeyRequest }),
})

export const startSsoPasskey = endpoint({
  name: 'startSsoPasskey',
  summary: 'Options for the passkey that a sign-in with the identity provider still needs',
  method: 'POST',
  path: '/api/sso/passkey',
  access: 'public',
  body: z.strictObject({
    handle: z.string().min(1).max(128),
    /** Required for an account that the sign-in connects. */
    password: z.string().min(1).max(256).optional(),
  }),
  answer: z.object({ options: PasskeyRequest }),
})

export const startPasskeyProof = endpoint({
  name: 'startPasskeyProof',
  summary: 'Options for a passkey that proves who uses this session',
  method: 'POST',
  path: '/auth/reauthenticate/passkey',
  access: 'staff',
  body: NoBody,
  answer: z.object({ options: PasskeyRequest }),
})
