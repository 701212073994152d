import { PASSKEY_CHALLENGE_MINUTES } from '@plinth/contract'
import type { Database } from '../../foundation/platform/database.ts'
import { sql } from '../../foundation/platform/sql.ts'

/** An account has this many open challenges of a purpose; a further one replaces the oldest. */
const MAX_OPEN = 5

/** What a challenge may be used for. */
export interface ChallengeUse {
  staffId: string
  purpose: 'register' | 'sign in' | 'reauthenticate'
  /** Hash of the session's token, of the stored password or of the handle of a sign-in with the provider. */
  boundTo: Buffer
}

export async function addChallenge(
  db: Database,
  { staffId, purpose, boundTo, challenge }: ChallengeUse & { challenge: Buffer },
): Promise<void> {
  await db.transaction(async (transaction) => {
    await transaction.query(sql`
      insert into passkey_challenge (challenge, staff_id, purpose, bound_to, expires_at)
      values (${challenge}, ${staffId}, ${purpose}, ${boundTo},
        now() + make_interval(mins => ${PASSKEY_CHALLENGE_MINUTES}))`)
    await transaction.query(sql`
      delete from passkey_challenge where challenge in (
        select challenge from passkey_challenge where staff_id = ${staffId} and purpose = ${purpose}
        order by created_at desc, challenge offset ${MAX_OPEN})`)
  })
}

/**
 * Consumes a challenge; false unless it was made for this use and has not expired. It is committed at once, so that an
 * answer that fails later cannot be sent again.
 */
export async function takeChallenge(
  db: Database,
  { staffId, purpose, boundTo, challenge }: ChallengeUse & { challenge: Buffer },
): Promise<boolean> {
  const rows = await db.query(sql`
    delete from passkey_challenge where challenge = ${challenge} and staff_id = ${staffId}
      and purpose = ${purpose} and bound_to = ${boundTo} and expires_at > now() returning 1`)
  return rows.length > 0
}
