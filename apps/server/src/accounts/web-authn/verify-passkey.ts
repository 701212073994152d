import type { PasskeyAssertion, PasskeyRegistration } from '@plinth/contract'
import type { AccountsContext } from '../context.ts'
import { type ChallengeUse, takeChallenge } from './challenge-store.ts'
import { findPasskey } from './passkey-store.ts'
import { relyingPartyOf } from './relying-party.ts'
import {
  type Expectation,
  type NewCredential,
  readChallenge,
  verifyCreated,
  verifySigned,
} from './verify-answer.ts'

type Context = Pick<AccountsContext, 'db' | 'env' | 'log'>

/**
 * Consumes the challenge of an answer and returns what the answer must match; undefined if the challenge was not made for
 * this use. User verification is preferred, not required: the password is the other factor.
 */
async function expectationOf(
  context: Context,
  use: ChallengeUse,
  clientDataJSON: string,
): Promise<Expectation | undefined> {
  const { id: host, origin } = relyingPartyOf(context)
  const challenge = readChallenge(clientDataJSON)
  if (!challenge) return undefined
  if (!(await takeChallenge(context.db, { ...use, challenge }))) return undefined
  return { challenge, origins: [origin], host, requiresVerification: false }
}

/** The credential that a browser made; undefined if the answer is not acceptable. Consumes the challenge. */
export async function verifyRegistration(
  context: Context,
  { use, credential }: { use: ChallengeUse; credential: PasskeyRegistration },
): Promise<NewCredential | undefined> {
  const expected = await expectationOf(context, use, credential.response.clientDataJSON)
  return expected && verifyCreated(context.log, { expected, credential })
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
  const counter = await verifySigned(context.log, { expected, assertion, stored })
  return counter === undefined ? undefined : { id: stored.id, counter }
}
