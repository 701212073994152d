import { randomBytes } from 'node:crypto'
import {
  PASSKEY_CHALLENGE_MINUTES,
  type PasskeyCreation,
  type PasskeyRequest,
} from '@plinth/contract'
import { ApiError } from '../../foundation/http/errors/api-error.ts'
import type { AccountsContext } from '../context.ts'
import { addChallenge, type ChallengeUse } from './challenge-store.ts'
import { type PasskeyHandle, selectHandles } from './passkey-store.ts'
import { relyingPartyOf } from './relying-party.ts'
import { ALGORITHMS } from './verify-answer.ts'

const CHALLENGE_BYTES = 32
/** How long a browser waits for the person. */
export const PASSKEY_TIMEOUT_MS = PASSKEY_CHALLENGE_MINUTES * 60_000

type Context = Pick<AccountsContext, 'db' | 'env'>

export const newChallengeBytes = () => randomBytes(CHALLENGE_BYTES)

/** Passkeys as WebAuthn lists them. */
export const describePasskeys = (handles: readonly PasskeyHandle[]) =>
  handles.map(({ credentialId, transports }) => ({
    id: credentialId.toString('base64url'),
    type: 'public-key' as const,
    transports,
  }))

/** The algorithms that a passkey may use, as WebAuthn lists them. */
export const KEY_PARAMETERS = ALGORITHMS.map((alg) => ({ type: 'public-key' as const, alg }))

async function newChallenge({ db }: Context, use: ChallengeUse): Promise<string> {
  const challenge = newChallengeBytes()
  await addChallenge(db, { ...use, challenge })
  return challenge.toString('base64url')
}

const listDescriptors = async ({ db }: Context, staffId: string) =>
  describePasskeys(await selectHandles(db, staffId))

/** Options for a new passkey. A device that has one of the account refuses to make another. */
export async function creationOptions(
  context: Context,
  { staff, boundTo }: { staff: { id: string; email: string; name: string }; boundTo: Buffer },
): Promise<PasskeyCreation> {
  const { id } = relyingPartyOf(context)
  const use: ChallengeUse = { staffId: staff.id, purpose: 'register', boundTo }
  return {
    rp: { id, name: 'Plinth' },
    user: {
      id: Buffer.from(staff.id).toString('base64url'),
      name: staff.email,
      displayName: staff.name,
    },
    challenge: await newChallenge(context, use),
    pubKeyCredParams: KEY_PARAMETERS,
    timeout: PASSKEY_TIMEOUT_MS,
    excludeCredentials: await listDescriptors(context, staff.id),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
    attestation: 'none',
  }
}

/** Options for the use of a passkey; throws 409 if the account has none. */
export async function requestOptions(context: Context, use: ChallengeUse): Promise<PasskeyRequest> {
  const { id } = relyingPartyOf(context)
  const allowCredentials = await listDescriptors(context, use.staffId)
  if (allowCredentials.length === 0) {
    throw new ApiError('conflict', 'This account has no passkey.')
  }
  const challenge = await newChallenge(context, use)
  return {
    rpId: id,
    challenge,
    timeout: PASSKEY_TIMEOUT_MS,
    allowCredentials,
    userVerification: 'preferred',
  }
}
