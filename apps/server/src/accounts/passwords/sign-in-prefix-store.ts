import type { Queryable } from '../../foundation/platform/database.ts'
import { sql } from '../../foundation/platform/sql.ts'

const KNOWN_DAYS = 90
const MAX_PER_ACCOUNT = 20

interface AccountNetwork {
  account: Buffer
  /** Empty if the caller's address could not be parsed; an empty prefix is never known. */
  prefix: string
}

/** Whether the account has signed in from this network in the last 90 days. */
export async function isKnownPrefix(
  on: Queryable,
  { account, prefix }: AccountNetwork,
): Promise<boolean> {
  const rows = await on.query(sql`
    select 1 from sign_in_network where account = ${account} and prefix = ${prefix}
      and used_at > now() - make_interval(days => ${KNOWN_DAYS})`)
  return rows.length > 0
}

/** Stores a network of an account; only the most recent ones are retained. */
export async function rememberPrefix(
  on: Queryable,
  { account, prefix }: AccountNetwork,
): Promise<void> {
  if (prefix === '') return
  await on.query(sql`
    insert into sign_in_network (account, prefix) values (${account}, ${prefix})
    on conflict (account, prefix) do update set used_at = now()`)
  await on.query(sql`
    delete from sign_in_network where account = ${account} and prefix in (
      select prefix from sign_in_network where account = ${account}
      order by used_at desc offset ${MAX_PER_ACCOUNT})`)
}
