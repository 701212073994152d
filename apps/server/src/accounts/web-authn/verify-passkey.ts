import type { PasskeyAssertion, PasskeyRegistration } from '@plinth/contract'
import * as z from 'zod'
import { readJson } from '../../foundation/platform/stored-json.ts'
import type { AccountsContext } from '../context.ts'
import { type ChallengeUse, takeChallenge } from './challenge-store.ts'
import { findPasskey, type NewPasskey } from './passkey-store.ts'
import { relyingPartyOf } from './relying-party.ts'
import { ALGORITHMS } from './start-challenge.ts'

type Context = Pick<AccountsContext, 'db' | 'env' | 'log'>

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

const ClientData = z.object({ challenge: z.string() })

/** The challenge that an answer names; undefined if it names none. */
function readChallenge(clientDataJSON: string): string | undefined {
  try {
    const text = Buffer.from(clientDataJSON, 'base64url').toString()
    return ClientData.parse(readJson(text)).challenge
  } catch {
    return undefined
  }
}

/**
 * Consumes the challenge of an answer and returns what the answer must match; undefined if the challenge was not made for
 * this use. User verification is preferred, not required: the password is the other factor.
 */
async function expectationOf(context: Context, use: ChallengeUse, clientDataJSON: string) {
  const { id, origin } = relyingPartyOf(context)
  const expectedChallenge = readChallenge(clientDataJSON)
  if (expectedChallenge === undefined) return undefined
  const challenge = Buffer.from(expectedChallenge, 'base64url')
  if (!(await takeChallenge(context.db, { ...use, challenge }))) return undefined
  return {
    expectedChallenge,
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: false,
  }
}

/** The library throws for every answer that it does not accept. The text is for the operator: it may name other origins. */
async function accepted<T>({ log }: Context, verify: () => Promise<T>): Promise<T | undefined> {
  try {
    return await verify()
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    log.info({ reason }, 'passkeys: answer refused')
    return undefined
  }
}

/** The credential that a browser made; undefined if the answer is not acceptable. Consumes the challenge. */
export async function verifyRegistration(
  context: Context,
  { use, credential: given }: { use: ChallengeUse; credential: PasskeyRegistration },
): Promise<Omit<NewPasskey, 'id' | 'staffId' | 'name'> | undefined> {
  const expected = await expectationOf(context, use, given.response.clientDataJSON)
  if (!expected) return undefined
  const { verifyRegistrationResponse } = await loadLibrary()
  const { transports = [], clientDataJSON } = given.response
  const verified = await accepted(context, async () => {
    const attestationObject = await withoutStatement(given.response.attestationObject)
    const response = { clientDataJSON, attestationObject }
    return verifyRegistrationResponse({
      ...expected,
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

/** A passkey whose signature was verified; it counts once its new counter is stored. */
export interface VerifiedPasskey {
  id: string
  counter: number
}

/** Undefined if the answer is not acceptable. Consumes the challenge. */
export async function verifyAssertion(
  context: Context,
  { use, assertion }: { use: ChallengeUse; assertion: PasskeyAssertion },
): Promise<VerifiedPasskey | undefined> {
  const expected = await expectationOf(context, use, assertion.response.clientDataJSON)
  const credentialId = Buffer.from(assertion.id, 'base64url')
  const stored = await findPasskey(context.db, { staffId: use.staffId, credentialId })
  if (!expected || !stored) return undefined
  const { verifyAuthenticationResponse } = await loadLibrary()
  const { id, publicKey, counter } = stored
  const verified = await accepted(context, () =>
    verifyAuthenticationResponse({
      ...expected,
      response: { ...assertion, clientExtensionResults: {} },
      credential: { id: assertion.id, publicKey: new Uint8Array(publicKey), counter },
    }),
  )
  return verified?.verified ? { id, counter: verified.authenticationInfo.newCounter } : undefined
}
