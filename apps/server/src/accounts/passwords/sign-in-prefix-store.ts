import type { Queryable } from '../../foundation/platform/database.ts'
import { sql } from '../../foundation/platform/sql.ts'

const KNOWN_DAYS = 90
const MAX_PER_ACCOUNT = 20

interface Place {
  account: Buffer
  /** Empty when the caller's address could not be read; such a place is never known. */
  prefix: string
}

/** Whether the account was signed in from this network in the last 90 days. */
export async function isKnownPrefix(on: Queryable, { account, prefix }: Place): Promise<boolean> {
  const rows = await on.query(sql`
    select 1 from sign_in_prefix where account = ${account} and prefix = ${prefix}
      and used_at > now() - make_interval(days => ${KNOWN_DAYS})`)
  return rows.length > 0
}

/** Remembers a network for an account; only the newest are stored. */
export async function rememberPrefix(on: Queryable, { account, prefix }: Place): Promise<void> {
  if (prefix === '') return
  await on.query(sql`
    insert into sign_in_prefix (account, prefix) values (${account}, ${prefix})
    on conflict (account, prefix) do update set used_at = now()`)
  await on.query(sql`
    delete from sign_in_prefix where account = ${account} and prefix in (
      select prefix from sign_in_prefix where account = ${account}
      order by used_at desc offset ${MAX_PER_ACCOUNT})`)
}
