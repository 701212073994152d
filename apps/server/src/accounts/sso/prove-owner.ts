import type { Caller, RequestInfo } from '../../foundation/http/calls/call.ts'
import { originOf } from '../../foundation/http/calls/origin-of.ts'
import { ApiError } from '../../foundation/http/errors/api-error.ts'
import type { AccountsContext } from '../context.ts'
import type { Attempt } from '../passwords/sign-in-limit.ts'
import { tryPassword } from '../passwords/try-password.ts'
import { PENDING, refuseField, refuseMissingFactor } from '../sign-in/find-missing.ts'
import { refusalOf } from '../sign-in/refusal-of.ts'
import type { StaffRecord } from '../sign-in/staff-store.ts'
import { type GivenFactor, hasGivenFactor, refusedFactor } from '../two-factor/second-factor.ts'
import type { FoundAccount } from './find-sso-account.ts'
import type { StaffProvider } from './staff-provider.ts'

interface From {
  staff: StaffRecord
  caller: Caller
  request: RequestInfo
}

function recordRefusal(
  { refusals }: Pick<AccountsContext, 'refusals'>,
  { staff, caller, request, message }: From & { message: string },
): void {
  const author = { requestId: request.id, from: originOf(caller, request) }
  refusals.record(refusalOf(staff, { author, message }))
}

export function refuseFactor(
  context: Pick<AccountsContext, 'refusals'>,
  { given, ...from }: From & { given: GivenFactor },
): ApiError {
  const { path, reason, message } = refusedFactor(given)
  recordRefusal(context, { ...from, message: reason })
  return refuseField(path, message)
}

interface Given extends GivenFactor {
  password?: string | undefined
}

/**
 * Throws for what a sign-in still lacks, before anything is counted as an attempt. Which second factors an account has is
 * for its owner: without a connection, that is who knows the password.
 */
function refuseIncomplete(
  { staff, isConnected, provider }: FoundAccount & { provider: StaffProvider },
  given: Given,
): void {
  if (staff.pending) throw new ApiError('unauthenticated', PENDING[staff.pending])
  if (!isConnected && staff.hasTemporaryPassword) {
    throw new ApiError(
      'unauthenticated',
      'Your password is temporary. Sign in with it and choose your own first.',
    )
  }
  if (!isConnected && given.password === undefined) {
    throw refuseField(
      'password',
      `There is an account for ${staff.email}. Enter its password once to connect it with ${provider.name}.`,
    )
  }
  if (isConnected) refuseWithoutFactor(staff, given)
}

function refuseWithoutFactor(staff: StaffRecord, given: Given): void {
  if (staff.hasTwoFactor && !hasGivenFactor(given)) throw refuseMissingFactor(staff)
}

/** Counts an attempt if there is a password; throws unless it is that of the account. */
export async function proveOwnPassword(
  context: Pick<AccountsContext, 'refusals' | 'signInLimit'>,
  { given, ...from }: From & { given: Given },
): Promise<Attempt> {
  const { staff, request } = from
  const { password } = given
  if (password === undefined) throw refuseField('password', 'Enter the password of the account.')
  const attempt = await context.signInLimit.attempt({ email: staff.email, ip: request.ip })
  if (await tryPassword(attempt, { stored: staff.passwordHash, password })) return attempt
  recordRefusal(context, { ...from, message: 'wrong password' })
  throw refuseField('password', 'This is not the password of the account.')
}

/**
 * Checks that an account may sign in. One that only has the same address must prove its password: anyone can enter any
 * address in their profile, so that an equal address does not show who owns the account. Returns the attempts to
 * refund when the sign-in succeeds.
 */
export async function proveOwner(
  context: Pick<AccountsContext, 'refusals' | 'signInLimit'>,
  found: FoundAccount & From & { provider: StaffProvider; given: Given },
): Promise<Attempt[]> {
  const { staff, isConnected, given, request } = found
  const { signInLimit } = context
  if (staff.disabled) {
    recordRefusal(context, { ...found, message: 'disabled account' })
    throw new ApiError('unauthenticated', 'This account is disabled. Ask an admin to restore it.')
  }
  refuseIncomplete(found, given)
  if (isConnected && !staff.hasTwoFactor) return []
  const who = { email: staff.email, ip: request.ip }
  if (isConnected) return [await signInLimit.attempt(who), await signInLimit.attemptCode(who)]
  const attempt = await proveOwnPassword(context, found)
  try {
    refuseWithoutFactor(staff, given)
  } catch (error) {
    await attempt.refund()
    throw error
  }
  return staff.hasTwoFactor ? [attempt, await signInLimit.attemptCode(who)] : [attempt]
}
