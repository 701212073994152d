import { saveProfile as endpoint } from '@plinth/contract'
import { endOtherSessions, recordProof } from '../../foundation/callers/session-store.ts'
import { requireRecentProof } from '../../foundation/http/access/recent-proof.ts'
import type { Call } from '../../foundation/http/calls/call.ts'
import { route } from '../../foundation/http/calls/route.ts'
import { ApiError, notFound, stale, taken } from '../../foundation/http/errors/api-error.ts'
import type { Queryable, Transaction } from '../../foundation/platform/database.ts'
import type { AccountsContext } from '../context.ts'
import { addNotice } from '../notices/add-notice.ts'
import { checkCurrentPassword } from '../passwords/check-current-password.ts'
import { refuseKnownPassword } from '../passwords/known-passwords.ts'
import { hashPassword } from '../passwords/passwords.ts'
import {
  dropResets,
  findPasswordHash,
  lockProfileForUpdate,
  type SavedProfile,
  setProfile,
} from '../passwords/profile-store.ts'
import { toProfile, toUser } from '../sign-in/to-user.ts'
import { dropIdentitiesOf } from '../sso/identity-store.ts'
import { findOnlyProviderOf } from '../sso-only/find-only-provider.ts'
import { shareSsoOnly } from '../sso-only/sso-only-store.ts'

type ProfileCall = Call<typeof endpoint>

async function write(transaction: Transaction, profile: SavedProfile): Promise<void> {
  const outcome = await setProfile(transaction, profile)
  if (outcome === 'email taken') {
    throw taken({ path: 'email', message: 'This email is already in use.' })
  }
  if (outcome === 'changed meanwhile') {
    throw new ApiError('conflict', 'Your password was changed meanwhile. Sign in again.')
  }
}

/** Locks the stored profile; throws 409 for an outdated revision, without echoing a password. */
async function lockCurrent(transaction: Transaction, { staff, body, request }: ProfileCall) {
  const stored = await lockProfileForUpdate(transaction, staff.id)
  if (!stored) throw notFound()
  const { email, first_name, last_name } = body
  if (request.ifMatch !== undefined && request.ifMatch !== stored.revision) {
    throw stale({
      revision: stored.revision,
      theirs: toProfile({ ...staff, ...stored }),
      yours: { email, first_name, last_name },
    })
  }
  return stored
}

/** Snapshots before and after for the audit log; a password only shows as changed. */
function snapshotsOf({ staff, body }: ProfileCall) {
  const { email, first_name, last_name } = toUser(staff)
  return {
    before: { email, first_name, last_name },
    after: {
      email: body.email,
      first_name: body.first_name,
      last_name: body.last_name,
      ...(body.password === null ? {} : { password: '(changed)' }),
    },
  }
}

/** Notices go to the address before the change: its owner must learn of it. */
async function notifyOf(transaction: Transaction, { staff, body, request }: ProfileCall) {
  const event = { to: staff, request }
  if (body.password !== null) await addNotice(transaction, { ...event, kind: 'password-changed' })
  if (body.email !== staff.email) {
    await addNotice(transaction, { ...event, kind: 'email-changed', about: body.email })
  }
}

/** Throws 403 while people sign in with the provider only: the change would make a session that it cannot end. */
async function refuseSsoOnly(context: AccountsContext, on: Queryable, staffId: string) {
  const only = await findOnlyProviderOf(context, on, staffId)
  if (only === undefined) return
  throw new ApiError(
    'forbidden',
    `People sign in with ${only} only, so your password and email address cannot be changed here. Save your name alone, or ask an admin.`,
  )
}

export const saveProfile = route(endpoint, async (call, context: AccountsContext) => {
  const { staff, params, body, caller, request } = call
  if (params.userId !== staff.id || caller.kind !== 'staff') {
    throw new ApiError('forbidden', 'A profile is saved by its own user only.')
  }
  const { tokenHash } = caller
  const storedHash = await findPasswordHash(context.db, staff.id)
  const guarded = body.password !== null || body.email !== staff.email
  if (guarded) await refuseSsoOnly(context, context.db, staff.id)
  if (body.email !== staff.email) requireRecentProof(staff)
  if (guarded) {
    const { email } = staff
    const password = body.currentPassword
    await checkCurrentPassword(context, { email, ip: request.ip, storedHash, password })
    await recordProof(context.db, tokenHash)
  }
  if (body.password !== null) refuseKnownPassword({ password: body.password, email: body.email })
  const passwordHash = body.password === null ? storedHash : await hashPassword(body.password)
  const saved = await call.mutate(async (transaction) => {
    if (guarded) {
      await shareSsoOnly(transaction)
      await refuseSsoOnly(context, transaction, staff.id)
    }
    const { revision } = await lockCurrent(transaction, call)
    await write(transaction, {
      staffId: staff.id,
      email: body.email,
      firstName: body.first_name,
      lastName: body.last_name,
      passwordHash,
      checkedHash: storedHash,
    })
    if (guarded) {
      await dropResets(transaction, staff.id)
      // The person who connected it may not be the one who has the new address or password.
      await dropIdentitiesOf(transaction, { staffId: staff.id, tokenHash })
    }
    if (body.password !== null)
      await endOtherSessions(transaction, { staffId: staff.id, tokenHash })
    await notifyOf(transaction, call)
    const user = toProfile({
      ...staff,
      revision: revision + 1,
      email: body.email,
      firstName: body.first_name,
      lastName: body.last_name,
    })
    return {
      answer: { user },
      audit: { action: 'saved', entity: 'profile', entityId: staff.id, ...snapshotsOf(call) },
    }
  })
  context.durable.wake()
  // Known networks are stored by email.
  if (guarded) await context.signInLimit.remember({ email: body.email, ip: request.ip })
  return saved
})
