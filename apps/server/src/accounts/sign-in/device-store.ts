import type { Transaction } from '../../foundation/platform/database.ts'
import { sql } from '../../foundation/platform/sql.ts'

const KNOWN_DAYS = 90
const MAX_PER_ACCOUNT = 20

/** Stores the device of a sign-in; true if the account has not used it in the last 90 days. */
export async function rememberDevice(
  transaction: Transaction,
  { staffId, device }: { staffId: string; device: string },
): Promise<boolean> {
  const known = await transaction.query(sql`
    select 1 from sign_in_device where staff_id = ${staffId} and device = ${device}
      and used_at > now() - make_interval(days => ${KNOWN_DAYS})`)
  await transaction.query(sql`
    insert into sign_in_device (staff_id, device) values (${staffId}, ${device})
    on conflict (staff_id, device) do update set used_at = now()`)
  await transaction.query(sql`
    delete from sign_in_device where staff_id = ${staffId} and device in (
      select device from sign_in_device where staff_id = ${staffId}
      order by used_at desc, device offset ${MAX_PER_ACCOUNT})`)
  return known.length === 0
}
