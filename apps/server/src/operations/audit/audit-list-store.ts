import type { AuditEntry } from '@plinth/contract'
import type { Queryable } from '../../foundation/platform/database.ts'
import { nothing, type Sql, sql } from '../../foundation/platform/sql.ts'

export interface AskedAudit {
  projectId: string
  person: string | undefined
  area: string | undefined
  environment: AuditEntry['environment'] | undefined
  from: string | undefined
  to: string | undefined
  /** The cursor: microseconds and id of the last entry of the previous page. */
  after: { micros: string; id: string } | undefined
  limit: number
}

/** A stored entry with its time to the microsecond. */
export interface AuditRow extends Record<string, unknown> {
  id: string
  micros: string
  person: AuditEntry['person']
  action: string
  area: string
  entity_id: string
  environment: AuditEntry['environment']
  before: string | null
  after: string | null
  request_id: string
  address: string | null
  agent: string | null
  session_id: string | null
  key_id: string | null
  created_at: Date
  sealed: boolean
}

const micros = sql`(extract(epoch from audit.created_at) * 1000000)::bigint`

function matching(query: AskedAudit): Sql {
  const { person, area, environment, from, to, after } = query
  const parts = [
    person === undefined ? nothing : sql`and audit.staff_id = ${person}`,
    area === undefined ? nothing : sql`and audit.entity = ${area}`,
    environment === undefined ? nothing : sql`and audit.environment = ${environment}`,
    from === undefined ? nothing : sql`and audit.created_at >= ${from}::timestamptz`,
    to === undefined ? nothing : sql`and audit.created_at < ${to}::timestamptz`,
    after === undefined
      ? nothing
      : sql`and (audit.created_at, audit.id) < ('epoch'::timestamptz
          + ${after.micros}::bigint * interval '1 microsecond', ${after.id}::bigint)`,
  ]
  return parts.reduce((all, part) => sql`${all} ${part}`, nothing)
}

/** One page of a project's audit trail, newest first. */
export async function listAuditRows(on: Queryable, query: AskedAudit): Promise<AuditRow[]> {
  return on.query<AuditRow>(sql`
    select audit.id::text, ${micros}::text as micros, audit.action, audit.entity as area,
      audit.entity_id, audit.environment, audit.before, audit.after, audit.request_id,
      audit.address, audit.agent, audit.session_id, audit.key_id,
      audit.created_at, audit.chain_hash is not null as sealed,
      case when staff.id is not null then json_build_object('id', staff.id, 'email', staff.email,
        'first_name', staff.first_name, 'last_name', staff.last_name) end as person
    from audit left join staff on staff.id = audit.staff_id
    where audit.project_id = ${query.projectId} ${matching(query)}
    order by audit.created_at desc, audit.id desc limit ${query.limit}`)
}

type Person = NonNullable<AuditEntry['person']>

export async function listAuditPeople(
  on: Queryable,
  { projectId, organisationId }: { projectId: string; organisationId: string },
): Promise<Person[]> {
  return on.query<Person & Record<string, unknown>>(sql`
    select id, email, first_name, last_name from staff
    where organisation_id = ${organisationId} and exists (
      select 1 from audit where audit.project_id = ${projectId} and audit.staff_id = staff.id)
    order by email_key`)
}

export async function findAuditPeople(on: Queryable, ids: readonly string[]): Promise<Person[]> {
  return on.query<Person & Record<string, unknown>>(
    sql`select id, email, first_name, last_name from staff where id = any(${ids})`,
  )
}

/** Jumps from area to area through the index, so that a long trail costs no more than a short one. */
export async function listAuditAreas(on: Queryable, projectId: string): Promise<string[]> {
  const rows = await on.query<{ area: string }>(sql`
    with recursive hop as (
      (select entity from audit where project_id = ${projectId} order by entity limit 1)
      union all
      select (select entity from audit where project_id = ${projectId} and entity > hop.entity
        order by entity limit 1) from hop where hop.entity is not null
    )
    select entity as area from hop where entity is not null`)
  return rows.map(({ area }) => area)
}
