import { PERSONAL_KEY_IDLE_DAYS } from '@plinth/contract'
import type { Database, Queryable, Transaction } from '../platform/database.ts'
import { sql } from '../platform/sql.ts'
import { HAS_SECOND_FACTOR } from './second-factor-store.ts'
import type { Staff } from './session-store.ts'

const TOUCH_SECONDS = 60

interface BearerRow extends Record<string, unknown> {
  keyId: string
  keyName: string
  readOnly: boolean
  projectIds: string[]
  touch: boolean
  id: string
  organisationId: string
  email: string
  firstName: string
  lastName: string
  isAdmin: boolean
  revision: number
  mustSetUpTwoFactor: boolean
}

/** Reads the person of a key. Not cached, so that a revoked key or a disabled account ends with the next request. */
export async function findPersonalKeyBearer(
  db: Database,
  tokenHash: Buffer,
): Promise<Staff | undefined> {
  const [row] = await db.query<BearerRow>(sql`
    select personal_key.id as "keyId", personal_key.name as "keyName",
      personal_key.read_only as "readOnly", personal_key.project_ids as "projectIds",
      personal_key.last_used_at = personal_key.created_at
        or personal_key.last_used_at < now() - make_interval(secs => ${TOUCH_SECONDS}) as touch,
      staff.id, staff.organisation_id as "organisationId", staff.email,
      staff.first_name as "firstName", staff.last_name as "lastName",
      staff.is_admin as "isAdmin", staff.revision,
      organisation.two_factor_required and not ${HAS_SECOND_FACTOR} as "mustSetUpTwoFactor"
    from personal_key join staff on staff.id = personal_key.staff_id
      join organisation on organisation.id = staff.organisation_id
    where personal_key.token_hash = ${tokenHash} and staff.disabled_at is null
      and personal_key.last_used_at > now() - make_interval(days => ${PERSONAL_KEY_IDLE_DAYS})`)
  if (!row) return undefined
  if (row.touch) {
    await db.query(sql`update personal_key set last_used_at = now() where id = ${row.keyId}`)
  }
  const { id, organisationId, email, firstName, lastName, isAdmin, revision } = row
  const { readOnly, projectIds, mustSetUpTwoFactor } = row
  return {
    ...{ id, organisationId, email, firstName, lastName, isAdmin, revision, mustSetUpTwoFactor },
    hasRecentProof: false,
    hasProviderProof: false,
    sessionId: null,
    personalKey: { id: row.keyId, name: row.keyName, readOnly, projectIds },
  }
}

interface NewPersonalKey {
  id: string
  staffId: string
  name: string
  tokenHash: Buffer
  projectIds: readonly string[]
  readOnly: boolean
  createdFrom: string
}

export async function addPersonalKey(transaction: Transaction, key: NewPersonalKey): Promise<void> {
  await transaction.query(sql`
    insert into personal_key (id, staff_id, name, token_hash, project_ids, read_only, created_from)
    values (${key.id}, ${key.staffId}, ${key.name}, ${key.tokenHash}, ${key.projectIds},
      ${key.readOnly}, ${key.createdFrom})`)
}

/**
 * The keys of a person, with the approved logins that become keys at their next poll. Locks the person, so that two
 * approvals at once do not both count before the other.
 */
export async function countPersonalKeys(
  transaction: Transaction,
  staffId: string,
): Promise<number> {
  await transaction.query(sql`select 1 from staff where id = ${staffId} for no key update`)
  const [row] = await transaction.query<{ count: number }>(sql`
    select ((select count(*) from personal_key where staff_id = ${staffId})
      + (select count(*) from device_login where staff_id = ${staffId} and expires_at > now()))::int
      as count`)
  return row?.count ?? 0
}

interface StoredPersonalKey extends Record<string, unknown> {
  id: string
  name: string
  readOnly: boolean
  createdAt: Date
  createdFrom: string
  lastUsedAt: Date | null
  projects: { id: string; name: string }[]
}

/** The keys of a person, newest first, with those of their projects that the person may still see. */
export async function selectPersonalKeys(
  on: Queryable,
  staff: Pick<Staff, 'id' | 'organisationId' | 'isAdmin'>,
): Promise<StoredPersonalKey[]> {
  return on.query<StoredPersonalKey>(sql`
    select personal_key.id, personal_key.name, personal_key.read_only as "readOnly",
      personal_key.created_at as "createdAt", personal_key.created_from as "createdFrom",
      nullif(personal_key.last_used_at, personal_key.created_at) as "lastUsedAt",
      coalesce((
        select json_agg(json_build_object('id', project.id, 'name', project.name) order by project.name)
        from project where project.id = any(personal_key.project_ids)
          and project.organisation_id = ${staff.organisationId} and project.deleted_at is null
          and (${staff.isAdmin} or exists (select from membership
            where membership.project_id = project.id and membership.staff_id = ${staff.id}))
      ), '[]'::json) as projects
    from personal_key where staff_id = ${staff.id}
      and last_used_at > now() - make_interval(days => ${PERSONAL_KEY_IDLE_DAYS})
    order by created_at desc, id desc`)
}

/** Deletes a person's own key; undefined if there is no such key. */
export async function dropPersonalKey(
  transaction: Transaction,
  { staffId, keyId }: { staffId: string; keyId: string },
): Promise<{ name: string } | undefined> {
  const [row] = await transaction.query<{ name: string }>(
    sql`delete from personal_key where id = ${keyId} and staff_id = ${staffId} returning name`,
  )
  return row
}

/** Deletes all keys of a person, and what waits to become one. */
export async function dropPersonalKeysOf(transaction: Transaction, staffId: string): Promise<void> {
  await transaction.query(sql`delete from device_login where staff_id = ${staffId}`)
  await transaction.query(sql`delete from personal_key where staff_id = ${staffId}`)
}
