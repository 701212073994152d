import { CODE_MINUTES, MAX_CODE_TRIES } from '@plinth/contract'
import type { Queryable } from '../../foundation/platform/database.ts'
import { sql } from '../../foundation/platform/sql.ts'

/** How long the ticket of a confirmed link works. */
export const TICKET_MINUTES = 2

interface AddressKey {
  readonly environmentId: string
  readonly tableId: string
  /** As the account has it; in lower case if there is none. */
  readonly email: string
}

interface NewCode extends AddressKey {
  readonly userId: string | undefined
  readonly codeHash: string
  readonly linkHash: Buffer
  readonly redirect: string | undefined
  /** The task that mails the code. */
  readonly mailId: string
  readonly sealed: Buffer
}

/** Stores a code with its link; it replaces the earlier ones of the address. */
export async function replaceCode(on: Queryable, code: NewCode): Promise<void> {
  await on.query(sql`
    insert into app_code (environment_id, table_id, email, user_id, code_hash, link_hash, redirect, mail_id, sealed,
      expires_at)
    values (${code.environmentId}, ${code.tableId}, ${code.email}, ${code.userId ?? null}, ${code.codeHash},
      ${code.linkHash}, ${code.redirect ?? null}, ${code.mailId}, ${code.sealed}, now() + make_interval(mins => ${CODE_MINUTES}))
    on conflict (environment_id, table_id, email) do update set user_id = excluded.user_id,
      code_hash = excluded.code_hash, link_hash = excluded.link_hash, ticket_hash = null,
      redirect = excluded.redirect, mail_id = excluded.mail_id, sealed = excluded.sealed, tries = 0, expires_at = excluded.expires_at`)
}

interface UnsentCode extends Record<string, unknown> {
  environmentId: string
  tableId: string
  projectId: string
  email: string
  sealed: Buffer
  /** The name of the project. */
  app: string
}

/** The code that a task has yet to mail; undefined if it was mailed, used or replaced, or is too old. */
export async function findUnsentCode(
  on: Queryable,
  mailId: string,
): Promise<UnsentCode | undefined> {
  const [row] = await on.query<UnsentCode>(sql`
    select app_code.environment_id as "environmentId", app_code.table_id as "tableId", project.id as "projectId",
      app_code.email, app_code.sealed, project.name as app
    from app_code join environment on environment.id = app_code.environment_id
      join project on project.id = environment.project_id
    where mail_id = ${mailId} and sealed is not null and code_hash is not null and expires_at > now()`)
  return row
}

/** Deletes what only the mail needs. */
export async function markCodeSent(on: Queryable, mailId: string): Promise<void> {
  await on.query(sql`update app_code set sealed = null where mail_id = ${mailId}`)
}

/** Counts a try before it is checked, so that concurrent ones share the limit. Undefined if no code may be tried. */
export async function countTry(
  on: Queryable,
  { environmentId, tableId, email }: AddressKey,
): Promise<{ codeHash: string; userId: string | null } | undefined> {
  const [row] = await on.query<{ codeHash: string; userId: string | null }>(sql`
    update app_code set tries = tries + 1
    where environment_id = ${environmentId} and table_id = ${tableId} and email = ${email}
      and code_hash is not null and expires_at > now() and tries < ${MAX_CODE_TRIES}
    returning code_hash as "codeHash", user_id as "userId"`)
  return row
}

/** Consumes a code: of two concurrent uses one succeeds. */
export async function consumeCode(
  on: Queryable,
  { environmentId, tableId, email, codeHash }: AddressKey & { codeHash: string },
): Promise<boolean> {
  const used = await on.query(sql`
    delete from app_code where environment_id = ${environmentId} and table_id = ${tableId} and email = ${email}
      and code_hash = ${codeHash} and expires_at > now() returning email`)
  return used.length > 0
}

interface StoredLink extends Record<string, unknown> {
  environmentId: string
  projectId: string
  app: string
  email: string
  redirect: string | null
  /** The pages that links may lead to now. */
  redirects: string[]
}

/** The link of a token, which is not changed by it. */
export async function findCodeLink(
  on: Queryable,
  linkHash: Buffer,
): Promise<StoredLink | undefined> {
  const [row] = await on.query<StoredLink>(sql`
    select app_code.environment_id as "environmentId", project.id as "projectId", project.name as app,
      app_code.email, app_code.redirect, app_sign_in.redirects
    from app_code join app_sign_in using (environment_id, table_id)
      join environment on environment.id = app_code.environment_id
      join project on project.id = environment.project_id
    where link_hash = ${linkHash} and expires_at > now() and app_sign_in.by_code
      and project.deleted_at is null`)
  return row
}

/** Replaces a link, and its code, by a ticket; of two concurrent uses one succeeds. */
export async function replaceByTicket(
  on: Queryable,
  { linkHash, ticketHash }: { linkHash: Buffer; ticketHash: Buffer },
): Promise<boolean> {
  const used = await on.query(sql`
    update app_code set link_hash = null, code_hash = null, ticket_hash = ${ticketHash},
      expires_at = now() + make_interval(mins => ${TICKET_MINUTES})
    where link_hash = ${linkHash} and redirect is not null and expires_at > now() returning email`)
  return used.length > 0
}

/** Consumes a ticket: of two concurrent uses one succeeds. */
export async function consumeTicket(
  on: Queryable,
  { ticketHash, environmentId, tableId }: Omit<AddressKey, 'email'> & { ticketHash: Buffer },
): Promise<{ email: string; userId: string | null } | undefined> {
  const [row] = await on.query<{ email: string; userId: string | null }>(sql`
    delete from app_code where ticket_hash = ${ticketHash} and environment_id = ${environmentId}
      and table_id = ${tableId} and expires_at > now() returning email, user_id as "userId"`)
  return row
}
