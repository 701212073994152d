import type { Transaction } from '../../foundation/platform/database.ts'
import { sql } from '../../foundation/platform/sql.ts'

export const RESET_MINUTES = 30

/** The fragment never reaches a server, a proxy's log or a referrer. */
export const passwordLink = (baseUrl: string, token: string) =>
  `${baseUrl}/forgot-password#${token}`

/** Stores a new link and revokes earlier ones. */
export async function replaceReset(
  transaction: Transaction,
  reset: { tokenHash: Buffer; staffId: string; minutes: number },
): Promise<void> {
  await transaction.query(sql`delete from password_reset where staff_id = ${reset.staffId}`)
  await transaction.query(sql`
    insert into password_reset (token_hash, staff_id, expires_at)
    values (${reset.tokenHash}, ${reset.staffId}, now() + make_interval(mins => ${reset.minutes}))`)
}

/** Consumes a link. The row is deleted, so that only one of two concurrent uses succeeds. */
export async function takeReset(
  transaction: Transaction,
  tokenHash: Buffer,
): Promise<{ staffId: string; email: string; isPending: boolean } | undefined> {
  const [row] = await transaction.query<{ staff_id: string; email: string; pending: boolean }>(sql`
    delete from password_reset using staff
    where staff.id = password_reset.staff_id and token_hash = ${tokenHash} and expires_at > now()
    returning staff_id, staff.email, staff.pending is not null as pending`)
  return row && { staffId: row.staff_id, email: row.email, isPending: row.pending }
}
