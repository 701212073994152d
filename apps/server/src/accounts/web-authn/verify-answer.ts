import type { PasskeyAssertion, PasskeyRegistration } from '@plinth/contract'
import * as z from 'zod'
import type { FoundationContext } from '../../foundation/context.ts'
import { readJson } from '../../foundation/platform/stored-json.ts'

type Log = FoundationContext['log']

/** Ed25519, ECDSA with P-256, and RSA, as COSE numbers them. */
export const ALGORITHMS = [-8, -7, -257]

/** Loaded on its first use: it needs 30 MB, and most processes never verify a passkey. */
const loadLibrary = () => import('@simplewebauthn/server')

/**
 * The answer of a browser without its statement about the device, which the options do not ask for. The library would
 * call addresses in the certificates of a statement, past the guard of outbound calls.
 */
async function withoutStatement(attestationObject: string): Promise<string> {
  const { decodeAttestationObject, isoBase64URL, isoCBOR } = await import(
    '@simplewebauthn/server/helpers'
  )
  const decoded = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject))
  const none = new Map<string, string | Map<string, string> | Uint8Array>([
    ['fmt', 'none'],
    ['attStmt', new Map<string, string>()],
    ['authData', decoded.get('authData')],
  ])
  return isoBase64URL.fromBuffer(isoCBOR.encode(none))
}

/** What the answer of a browser must match. */
export interface Expectation {
  readonly challenge: Buffer
  readonly origins: readonly string[]
  readonly host: string
  readonly requiresVerification: boolean
}

/** A credential as the browser made it. */
export interface NewCredential {
  readonly credentialId: Buffer
  readonly publicKey: Buffer
  readonly counter: number
  readonly transports: readonly string[]
}

/** What verifies the signature of a passkey. */
export interface VerifyingKey {
  readonly publicKey: Buffer
  readonly counter: number
}

const ClientData = z.object({ challenge: z.string() })

/** The challenge that an answer names; undefined if it names none. */
export function readChallenge(clientDataJSON: string): Buffer | undefined {
  try {
    const text = Buffer.from(clientDataJSON, 'base64url').toString()
    return Buffer.from(ClientData.parse(readJson(text)).challenge, 'base64url')
  } catch {
    return undefined
  }
}

const expectedOf = ({ challenge, origins, host, requiresVerification }: Expectation) => ({
  expectedChallenge: challenge.toString('base64url'),
  expectedOrigin: [...origins],
  expectedRPID: host,
  requireUserVerification: requiresVerification,
})

/** The library throws for every answer that it does not accept. The text is for the operator: it may name other origins. */
async function accepted<T>(log: Log, verify: () => Promise<T>): Promise<T | undefined> {
  try {
    return await verify()
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    log.info({ reason }, 'passkeys: answer refused')
    return undefined
  }
}

/** The credential that a browser made; undefined if the answer is not acceptable. */
export async function verifyCreated(
  log: Log,
  { expected, credential: given }: { expected: Expectation; credential: PasskeyRegistration },
): Promise<NewCredential | undefined> {
  const { verifyRegistrationResponse } = await loadLibrary()
  const { transports = [], clientDataJSON } = given.response
  const verified = await accepted(log, async () => {
    const attestationObject = await withoutStatement(given.response.attestationObject)
    const response = { clientDataJSON, attestationObject }
    return verifyRegistrationResponse({
      ...expectedOf(expected),
      requireUserPresence: true,
      supportedAlgorithmIDs: ALGORITHMS,
      response: { ...given, response, clientExtensionResults: {} },
    })
  })
  if (!verified?.verified) return undefined
  const { id, publicKey, counter } = verified.registrationInfo.credential
  return {
    credentialId: Buffer.from(id, 'base64url'),
    publicKey: Buffer.from(publicKey),
    counter,
    transports,
  }
}

/** The new counter of a passkey whose signature is right; undefined if the answer is not acceptable. */
export async function verifySigned(
  log: Log,
  {
    expected,
    assertion,
    stored,
  }: { expected: Expectation; assertion: PasskeyAssertion; stored: VerifyingKey },
): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await loadLibrary()
  const verified = await accepted(log, () =>
    verifyAuthenticationResponse({
      ...expectedOf(expected),
      response: { ...assertion, clientExtensionResults: {} },
      credential: {
        id: assertion.id,
        publicKey: new Uint8Array(stored.publicKey),
        counter: stored.counter,
      },
    }),
  )
  return verified?.verified ? verified.authenticationInfo.newCounter : undefined
}
