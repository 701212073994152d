import { LINK_MINUTES } from '@plinth/contract'
import type { Queryable, Transaction } from '../../foundation/platform/database.ts'
import { sql } from '../../foundation/platform/sql.ts'

export const LINK_PURPOSES = ['verify', 'reset'] as const
export type LinkPurpose = (typeof LINK_PURPOSES)[number]

interface Account {
  environmentId: string
  tableId: string
  userId: string
}

/** Stores a link; it replaces the user's earlier one for the same purpose. */
export async function replaceAppLink(
  on: Queryable,
  link: Account & { tokenHash: Buffer; purpose: LinkPurpose; email: string },
): Promise<void> {
  await on.query(sql`
    insert into app_link (token_hash, environment_id, table_id, user_id, purpose, email, expires_at)
    values (${link.tokenHash}, ${link.environmentId}, ${link.tableId}, ${link.userId}, ${link.purpose},
      ${link.email}, now() + make_interval(mins => ${LINK_MINUTES}))
    on conflict (environment_id, table_id, user_id, purpose) do update
      set token_hash = excluded.token_hash, email = excluded.email, expires_at = excluded.expires_at`)
}

/** Consumes a valid link by deleting it, so of two concurrent uses one succeeds. */
export async function consumeAppLink(
  transaction: Transaction,
  link: { tokenHash: Buffer; purpose: LinkPurpose; environmentId: string; tableId: string },
): Promise<{ userId: string; email: string } | undefined> {
  const [row] = await transaction.query<{ user_id: string; email: string }>(sql`
    delete from app_link where token_hash = ${link.tokenHash} and purpose = ${link.purpose}
      and environment_id = ${link.environmentId} and table_id = ${link.tableId}
      and expires_at > now() returning user_id, email`)
  return row && { userId: row.user_id, email: row.email }
}

/** The name of the project of an environment. */
export async function findAppName(on: Queryable, environmentId: string): Promise<string> {
  const [row] = await on.query<{ name: string }>(sql`
    select project.name from project join environment on environment.project_id = project.id
    where environment.id = ${environmentId}`)
  return row?.name ?? ''
}

/** The oldest proved domain of an environment, which counts as the app's own. */
export async function findAppHost(
  on: Queryable,
  environmentId: string,
): Promise<string | undefined> {
  const [row] = await on.query<{ host: string }>(sql`
    select host from domain where environment_id = ${environmentId} and proved_at is not null
    order by created_at, id limit 1`)
  return row?.host
}
