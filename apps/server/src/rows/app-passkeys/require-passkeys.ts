import { createHash } from 'node:crypto'
import { type Expectation, readChallenge } from '../../accounts/web-authn/verify-answer.ts'
import { ApiError } from '../../foundation/http/errors/api-error.ts'
import { findSignIn } from '../app-sign-in/app-sign-in-store.ts'
import { passkeyOrigins } from '../app-sign-in/passkey-origins.ts'
import type { AppUserKey } from '../app-users/disabled-user-store.ts'
import type { RowsContext } from '../context.ts'
import type { RowRequest } from '../request/row-request.ts'
import { type AppChallengeUse, takeAppChallenge } from './app-challenge-store.ts'

/** Where the passkeys of a table work. */
interface PasskeySettings {
  readonly host: string
  readonly origins: readonly string[]
}

/** The settings of a table whose users may have passkeys; throws 403 if they may not. */
export async function requirePasskeys({
  context,
  environment,
  table,
}: RowRequest): Promise<PasskeySettings> {
  const key = { environmentId: environment.id, tableId: table.id }
  const { passkeyHost: host, redirects } = await findSignIn(context.db, key)
  if (host !== null) return { host, origins: passkeyOrigins(host, redirects) }
  throw new ApiError(
    'forbidden',
    'Passkeys are off for this table. Set their host in the sign-in settings of the project.',
  )
}

/** Names a user to authenticators, which keep one passkey per host and handle. It reveals nothing about the user. */
export const userHandleOf = ({ environmentId, tableId, userId }: AppUserKey): string =>
  createHash('sha256').update(`${environmentId}/${tableId}/${userId}`).digest('base64url')

/**
 * Consumes the challenge of an answer and returns what the answer must match; undefined if the challenge was not made for
 * this use. User verification is required: the passkey is the only factor.
 */
export async function takeExpectation(
  { db }: Pick<RowsContext, 'db'>,
  { host, origins }: PasskeySettings,
  { clientDataJSON, ...use }: AppChallengeUse & { readonly clientDataJSON: string },
): Promise<Expectation | undefined> {
  const challenge = readChallenge(clientDataJSON)
  if (!challenge || !(await takeAppChallenge(db, { ...use, challenge }))) return undefined
  return { challenge, origins, host, requiresVerification: true }
}
