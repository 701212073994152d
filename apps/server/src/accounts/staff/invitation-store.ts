import { INVITATION_HOURS, type Invitation } from '@plinth/contract'
import type { Queryable, Transaction } from '../../foundation/platform/database.ts'
import { sql } from '../../foundation/platform/sql.ts'

interface InvitationRow extends Record<string, unknown> {
  id: string
  email: string
  invited_by: string
  created_at: Date
  expires_at: Date
}

const toInvitation = (row: InvitationRow): Invitation => ({
  id: row.id,
  email: row.email,
  invitedBy: row.invited_by,
  createdOn: row.created_at.toISOString(),
  expiresOn: row.expires_at.toISOString(),
})

export async function selectInvitations(
  on: Queryable,
  organisationId: string,
): Promise<Invitation[]> {
  const rows = await on.query<InvitationRow>(sql`
    select invitation.id, invitation.email, staff.email as invited_by, invitation.created_at,
      invitation.expires_at
    from invitation join staff on staff.id = invited_by
    where invitation.organisation_id = ${organisationId} and expires_at > now()
    order by invitation.created_at desc limit 200`)
  return rows.map(toInvitation)
}

export interface NewInvitation {
  id: string
  organisationId: string
  email: string
  invitedBy: { id: string; email: string }
  tokenHash: Buffer | null
}

/** Upserts the invitation of an email; undefined if the email belongs to staff. */
export async function addInvitation(
  transaction: Transaction,
  added: NewInvitation,
): Promise<Invitation | undefined> {
  const [known] = await transaction.query(
    sql`select id from staff where email_key = lower(btrim(${added.email}))`,
  )
  if (known) return undefined
  const [row] = await transaction.query<InvitationRow>(sql`
    insert into invitation (id, organisation_id, email, token_hash, invited_by, expires_at)
    values (${added.id}, ${added.organisationId}, ${added.email}, ${added.tokenHash},
      ${added.invitedBy.id}, now() + make_interval(hours => ${INVITATION_HOURS}))
    on conflict (email_key) do update set id = excluded.id, email = excluded.email,
      token_hash = excluded.token_hash, invited_by = excluded.invited_by,
      created_at = now(), expires_at = excluded.expires_at
    where invitation.organisation_id = excluded.organisation_id
    returning id, email, ${added.invitedBy.email} as invited_by, created_at, expires_at`)
  return row && toInvitation(row)
}

/** Sets the token of an invitation and returns its email; undefined if it was withdrawn meanwhile. */
export async function setInvitationToken(
  on: Queryable,
  { invitationId, tokenHash }: { invitationId: string; tokenHash: Buffer },
): Promise<string | undefined> {
  const [row] = await on.query<{ email: string }>(sql`
    update invitation set token_hash = ${tokenHash}
    where id = ${invitationId} and expires_at > now() returning email`)
  return row?.email
}

/** The invited email of a valid link. */
export async function findInvited(on: Queryable, tokenHash: Buffer): Promise<string | undefined> {
  const [row] = await on.query<{ email: string }>(sql`
    select email from invitation where token_hash = ${tokenHash} and expires_at > now()`)
  return row?.email
}

/** Consumes a link. The row is deleted, so that only one of two concurrent uses succeeds. */
export async function takeInvitation(
  transaction: Transaction,
  tokenHash: Buffer,
): Promise<{ id: string; organisationId: string; email: string } | undefined> {
  const [row] = await transaction.query<{ id: string; organisationId: string; email: string }>(sql`
    delete from invitation where token_hash = ${tokenHash} and expires_at > now()
    returning id, organisation_id as "organisationId", email`)
  return row
}

export async function dropInvitation(
  transaction: Transaction,
  { organisationId, invitationId }: { organisationId: string; invitationId: string },
): Promise<string | undefined> {
  const [row] = await transaction.query<{ email: string }>(sql`
    delete from invitation
    where id = ${invitationId} and organisation_id = ${organisationId} returning email`)
  return row?.email
}
