import { PASSKEY_CHALLENGE_MINUTES } from '@plinth/contract'
import type { Database } from '../../foundation/platform/database.ts'
import { sql } from '../../foundation/platform/sql.ts'
import type { AuthTableId } from '../app-providers/app-provider-store.ts'

/** A user has this many open challenges; a further one replaces the oldest. */
const MAX_OPEN = 5

/** What a challenge may be used for: the registration of a signed-in user, or a sign-in of anyone. */
export interface AppChallengeUse extends AuthTableId {
  readonly registers: { readonly userId: string; readonly sessionHash: Buffer } | undefined
}

type Challenged = AppChallengeUse & { readonly challenge: Buffer }

export async function addAppChallenge(
  db: Database,
  { environmentId, tableId, registers, challenge }: Challenged,
): Promise<void> {
  await db.transaction(async (transaction) => {
    await transaction.query(sql`
      insert into app_passkey_challenge (challenge, environment_id, table_id, user_id, session_hash, expires_at)
      values (${challenge}, ${environmentId}, ${tableId}, ${registers?.userId ?? null},
        ${registers?.sessionHash ?? null}, now() + make_interval(mins => ${PASSKEY_CHALLENGE_MINUTES}))`)
    if (!registers) return
    await transaction.query(sql`
      delete from app_passkey_challenge where challenge in (
        select challenge from app_passkey_challenge where environment_id = ${environmentId}
          and table_id = ${tableId} and user_id = ${registers.userId}
        order by created_at desc, challenge offset ${MAX_OPEN})`)
  })
}

/**
 * Consumes a challenge; false unless it was made for this use and has not expired. It is committed at once, so that an
 * answer that fails later cannot be sent again.
 */
export async function takeAppChallenge(
  db: Database,
  { environmentId, tableId, registers, challenge }: Challenged,
): Promise<boolean> {
  const rows = await db.query(sql`
    delete from app_passkey_challenge where challenge = ${challenge} and environment_id = ${environmentId}
      and table_id = ${tableId} and user_id is not distinct from ${registers?.userId ?? null}::text
      and session_hash is not distinct from ${registers?.sessionHash ?? null}::bytea
      and expires_at > now() returning challenge`)
  return rows.length > 0
}
