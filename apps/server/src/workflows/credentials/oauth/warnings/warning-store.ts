import { addToOutbox } from '../../../../foundation/durable/outbox-store.ts'
import type { Queryable, Transaction } from '../../../../foundation/platform/database.ts'
import { type Sql, sql } from '../../../../foundation/platform/sql.ts'

/** What happened: the authorization ends soon, or no new access token can be had. */
export type WarningKind = 'ending' | 'lost'

/** A service may name an end that is a little later each time. */
const SAME_END = sql`interval '1 day'`

const IS: Readonly<Record<WarningKind, Sql>> = {
  ending: sql`(warn_at <= now() and authorization_ends_at > now() and refused_at is null)`,
  lost: sql`(access_token is not null and (refused_at is not null
    or (authorization_ends_at <= now() and expires_at <= now())))`,
}

/** A service whose tokens end within seconds would have the owners mailed at each refresh. */
const LOSS_PAUSE = sql`interval '1 day'`

const IS_NEW: Readonly<Record<WarningKind, Sql>> = {
  ending: sql`(warned_end is null or authorization_ends_at > warned_end + ${SAME_END})`,
  lost: sql`(loss_mailed_at is null
    and (last_loss_mail_at is null or last_loss_mail_at <= now() - ${LOSS_PAUSE}))`,
}

const RECORD: Readonly<Record<WarningKind, Sql>> = {
  ending: sql`warned_end = authorization_ends_at`,
  lost: sql`loss_mailed_at = now(), last_loss_mail_at = now()`,
}

/** Owners of the project, and the person who connected it while they may still open the project. */
const RECIPIENT = sql`staff.disabled_at is null and staff.pending is null
  and staff.organisation_id = project.organisation_id
  and (membership.role = 'owner'
    or (staff.id = connected_by and (membership.role is not null or staff.is_admin)))`

/**
 * Takes connections whose warning is due and enqueues a mail to each recipient, in the same transaction: a warning is
 * mailed once, whichever process takes it. Returns how many were taken.
 */
export async function enqueueWarnings(
  transaction: Transaction,
  { kind, limit }: { kind: WarningKind; limit: number },
): Promise<number> {
  const taken = await transaction.query<{ credentialId: string }>(sql`
    update credential_connection set ${RECORD[kind]} where credential_id in (
      select credential_id from credential_connection
        join credential on credential.id = credential_id
        join environment on environment.id = credential.environment_id
        join project on project.id = environment.project_id
      where ${IS[kind]} and ${IS_NEW[kind]}
        and project.deleted_at is null and project.availability = 'open'
      order by credential_id limit ${limit} for update of credential_connection skip locked)
    returning credential_id as "credentialId"`)
  const ids = taken.map(({ credentialId }) => credentialId)
  const recipients = await transaction.query<{ credentialId: string; staffId: string }>(sql`
    select credential_id as "credentialId", staff.id as "staffId"
    from credential_connection join credential on credential.id = credential_id
      join environment on environment.id = credential.environment_id
      join project on project.id = environment.project_id
      join staff on staff.organisation_id = project.organisation_id
      left join membership on membership.project_id = project.id and membership.staff_id = staff.id
    where credential_id = any(${ids}::text[]) and ${RECIPIENT}`)
  for (const { credentialId, staffId } of recipients) {
    const key = `${kind}/${credentialId}/${staffId}`
    await addToOutbox(transaction, { topic: 'sendCredentialWarning', key })
  }
  return taken.length
}

export interface Warning extends Record<string, unknown> {
  projectId: string
  project: string
  environment: string
  credentialId: string
  credential: string
  email: string
  endsAt: Date | null
  failure: string | null
}

/** What to mail; undefined if the credential was connected again since, or the person is no recipient any more. */
export async function findWarning(
  on: Queryable,
  { kind, credentialId, staffId }: { kind: WarningKind; credentialId: string; staffId: string },
): Promise<Warning | undefined> {
  const [row] = await on.query<Warning>(sql`
    select project.id as "projectId", project.name as project, environment.name as environment,
      credential.id as "credentialId", credential.name as credential, staff.email, authorization_ends_at as "endsAt",
      case when refused_at is not null then failure end as failure
    from credential_connection join credential on credential.id = credential_id
      join environment on environment.id = credential.environment_id
      join project on project.id = environment.project_id
      join staff on staff.id = ${staffId}
      left join membership on membership.project_id = project.id and membership.staff_id = staff.id
    where credential_id = ${credentialId} and project.deleted_at is null
      and ${IS[kind]} and ${RECIPIENT}`)
  return row
}
