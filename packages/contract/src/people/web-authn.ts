import * as z from 'zod'

/** Bytes in JSON, as WebAuthn writes them. */
const bytes = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^[\w-]+$/, 'is not base64url')

const CredentialId = bytes(1400)
const transports = z.array(z.string().max(32)).max(10)
const preferred = z.literal('preferred')
const required = z.literal('required')
const kind = z.literal('public-key')
const descriptor = z.object({ id: CredentialId, type: kind, transports })
const challenge = z.string()
const timeout = z.number().int()
const answered = { id: CredentialId, rawId: CredentialId, type: kind }

/** `PublicKeyCredentialCreationOptionsJSON` of WebAuthn. */
export const PasskeyCreation = z.object({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge,
  pubKeyCredParams: z.array(z.object({ type: kind, alg: z.number().int() })),
  timeout,
  excludeCredentials: z.array(descriptor),
  authenticatorSelection: z.object({ residentKey: preferred, userVerification: preferred }),
  attestation: z.literal('none'),
})
export type PasskeyCreation = z.infer<typeof PasskeyCreation>

/** `PublicKeyCredentialRequestOptionsJSON` of WebAuthn. */
export const PasskeyRequest = z.object({
  rpId: z.string(),
  challenge,
  timeout,
  allowCredentials: z.array(descriptor),
  userVerification: preferred,
})
export type PasskeyRequest = z.infer<typeof PasskeyRequest>

/** As above for a passkey that is the only factor: it verifies its owner, and is found without an address. */
export const SolePasskeyCreation = PasskeyCreation.extend({
  authenticatorSelection: z.object({ residentKey: required, userVerification: required }),
})
export type SolePasskeyCreation = z.infer<typeof SolePasskeyCreation>

/** As above for any passkey of the host; the list of credentials is empty. */
export const SolePasskeyRequest = PasskeyRequest.extend({ userVerification: required })
export type SolePasskeyRequest = z.infer<typeof SolePasskeyRequest>

/** `RegistrationResponseJSON` of WebAuthn, with the parts that are verified only. */
export const PasskeyRegistration = z.strictObject({
  ...answered,
  response: z.strictObject({
    clientDataJSON: bytes(8192),
    attestationObject: bytes(65_536),
    transports: transports.optional(),
  }),
})
export type PasskeyRegistration = z.infer<typeof PasskeyRegistration>

/** `AuthenticationResponseJSON` of WebAuthn, with the parts that are verified only. */
export const PasskeyAssertion = z.strictObject({
  ...answered,
  response: z.strictObject({
    clientDataJSON: bytes(8192),
    authenticatorData: bytes(8192),
    signature: bytes(8192),
  }),
})
export type PasskeyAssertion = z.infer<typeof PasskeyAssertion>

/** As above of a passkey that was found without an address: it names its user. */
export const SolePasskeyAssertion = z.strictObject({
  ...PasskeyAssertion.shape,
  response: PasskeyAssertion.shape.response.extend({ userHandle: bytes(128) }),
})
export type SolePasskeyAssertion = z.infer<typeof SolePasskeyAssertion>
