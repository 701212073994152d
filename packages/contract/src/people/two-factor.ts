import * as z from 'zod'
import { endpoint } from '../protocol/endpoint.ts'
import { Done } from '../protocol/ids.ts'

/** Six digits from an authenticator app, or a recovery code. */
export const SignInCode = z.string().trim().min(1).max(40)
const currentPassword = z.string().max(256)
const codes = z.object({ recoveryCodes: z.array(z.string()) })

export const getTwoFactor = endpoint({
  name: 'getTwoFactor',
  summary: "The caller's two-factor settings",
  method: 'GET',
  path: '/auth/two-factor',
  access: 'staff',
  answer: z.object({
    /** A code or a passkey is needed to sign in. */
    enabled: z.boolean(),
    /** An authenticator app is set up. */
    hasAuthenticator: z.boolean(),
    passkeys: z.number().int(),
    /** The organisation requires two-factor authentication. */
    required: z.boolean(),
    recoveryCodesLeft: z.number().int(),
  }),
})
export const beginTwoFactor = endpoint({
  name: 'beginTwoFactor',
  summary: 'Create a secret for an authenticator app; inactive until confirmed by a code',
  method: 'POST',
  path: '/auth/two-factor',
  access: 'staff',
  proof: 'always',
  body: z.strictObject({ currentPassword }),
  answer: z.object({ secret: z.string(), address: z.string() }),
})
export const confirmTwoFactor = endpoint({
  name: 'confirmTwoFactor',
  summary:
    'Confirm the authenticator app with a first code; the first factor brings recovery codes, once',
  method: 'PUT',
  path: '/auth/two-factor',
  access: 'staff',
  proof: 'always',
  body: z.strictObject({ code: SignInCode }),
  answer: codes,
})
export const renewRecoveryCodes = endpoint({
  name: 'renewRecoveryCodes',
  summary: 'Replace the recovery codes',
  method: 'POST',
  path: '/auth/two-factor/recovery-codes',
  access: 'staff',
  proof: 'always',
  body: z.strictObject({ currentPassword }),
  answer: codes,
})
export const endTwoFactor = endpoint({
  name: 'endTwoFactor',
  summary:
    'Remove the authenticator app; without a passkey this turns two-factor authentication off',
  method: 'POST',
  path: '/auth/two-factor/end',
  access: 'staff',
  proof: 'always',
  body: z.strictObject({ currentPassword, code: SignInCode }),
  answer: Done,
})
