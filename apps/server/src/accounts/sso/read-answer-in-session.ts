import { hashToken } from '../../foundation/http/access/authenticate.ts'
import { ApiError } from '../../foundation/http/errors/api-error.ts'
import type { Queryable } from '../../foundation/platform/database.ts'
import type { AccountsContext } from '../context.ts'
import { readProviderAnswer } from '../identity-provider/ask-provider.ts'
import type { SsoProfile } from '../identity-provider/sso-profile.ts'
import { callbackAddress, requireProvider, type StaffProvider } from './staff-provider.ts'

interface Begun {
  readonly redirect: string
  /** Set if the provider must have asked the person since then. */
  readonly since?: Date
}

interface Asked {
  readonly sessionId: string | null
  readonly body: { readonly handle: string; readonly query: string }
  /** Ends what the session began; undefined if it has ended, has expired, or belongs to another session or provider. */
  readonly claim: (
    on: Queryable,
    key: { handleHash: Buffer; issuer: string; sessionId: string },
  ) => Promise<Begun | undefined>
  /** Tells the person where to begin. */
  readonly startAgain: string
}

/** A refusal does not end the session, which the status 401 would mean to the console. */
const toForbidden = (error: unknown) =>
  error instanceof ApiError && error.code === 'unauthenticated'
    ? new ApiError('forbidden', error.message)
    : error

/** The provider's answer to what a person began in the open session. It counts once, in that session alone. */
export async function readAnswerInSession(
  context: AccountsContext,
  { sessionId, body, claim, startAgain }: Asked,
): Promise<{ provider: StaffProvider; profile: SsoProfile; redirect: string }> {
  const provider = await requireProvider(context)
  const { handle, query } = body
  const key = { handleHash: hashToken(handle), issuer: provider.issuer }
  const begun = await claim(context.db, { ...key, sessionId: sessionId ?? '' })
  if (!begun) {
    throw new ApiError(
      'forbidden',
      `This was not started in this session, has ended or took too long. ${startAgain}`,
    )
  }
  const { redirect, since } = begun
  const answer = { provider, handle, callback: callbackAddress(context), query }
  const asked = { ...answer, ...(since ? { since } : {}) }
  const profile = await readProviderAnswer(asked, context.log).catch((error: unknown) => {
    throw toForbidden(error)
  })
  return { provider, profile, redirect }
}
