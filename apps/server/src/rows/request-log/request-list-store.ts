import type { LoggedRequest } from '@plinth/contract'
import { ACTOR_NAME } from '../../foundation/callers/acting-session-store.ts'
import type { Queryable } from '../../foundation/platform/database.ts'
import { nothing, type Sql, sql } from '../../foundation/platform/sql.ts'

export interface RequestFilter {
  projectId: string
  environment: string
  method?: string | undefined
  table?: string | undefined
  status?: string | undefined
  kind?: string | undefined
}

/** The filter conditions that entries and counts share. */
export function matching(filter: RequestFilter): Sql {
  const { method, table, status, kind } = filter
  const low = Number(status?.replace('xx', '00'))
  const high = status?.endsWith('xx') ? low + 99 : low
  return sql`environment_id = (select id from environment
      where project_id = ${filter.projectId} and name = ${filter.environment})
    ${method === undefined ? nothing : sql`and method = ${method}`}
    ${table === undefined ? nothing : sql`and table_name = ${table}`}
    ${status === undefined ? nothing : sql`and status between ${low} and ${high}`}
    ${kind === undefined ? nothing : sql`and kind = ${kind}`}`
}

interface EntryRow extends Record<string, unknown> {
  id: string
  at: Date
  requestId: string
  call: string
  method: LoggedRequest['method']
  table: string
  status: number
  ms: number
  rows: number
  kind: LoggedRequest['kind']
  who: string | null
  whoName: string | null
  actorName: string | null
  equal: string
  ranged: string
  sorted: string
}

const ids = (text: string): string[] => text.split(',').filter((id) => id !== '')

function toRequest({ id, at, table, equal, ranged, sorted, ...row }: EntryRow): LoggedRequest {
  return {
    ...row,
    id: `${at.getTime()}-${id}`,
    on: at.toISOString(),
    table: table === '' ? null : table,
    ms: Number(row.ms.toPrecision(3)),
    filteredBy: [...ids(equal), ...ids(ranged)],
    sortedBy: ids(sorted),
  }
}

interface Listing extends RequestFilter {
  from?: string | undefined
  to?: string | undefined
  requestId?: string | undefined
  cursor?: string | undefined
  limit: number
}

/** Newest first; the id of the last entry is the cursor of the next page. */
export async function listEntries(on: Queryable, listing: Listing): Promise<LoggedRequest[]> {
  const { from, to, requestId, cursor, limit } = listing
  const [at = '0', id = '0'] = cursor?.split('-') ?? []
  const rows = await on.query<EntryRow>(sql`
    select entry.id, answered_at as at, request_id as "requestId", call, method,
      table_name as "table", status, ms::float8 as ms, rows, kind, who,
      coalesce(nullif(trim(staff.first_name || ' ' || staff.last_name), ''), api_key.name) as "whoName",
      case when actor_id is not null then coalesce(${ACTOR_NAME}, actor_id) end as "actorName",
      equal, ranged, sorted
    from (
      select * from request_entry where ${matching(listing)}
        ${from === undefined ? nothing : sql`and answered_at >= ${from}`}
        ${to === undefined ? nothing : sql`and answered_at < ${to}`}
        ${requestId === undefined ? nothing : sql`and request_id = ${requestId}`}
        ${
          cursor === undefined
            ? nothing
            : sql`and (answered_at, id) < (to_timestamp(${at}::float8 / 1000), ${id}::bigint)`
        }
      order by answered_at desc, id desc limit ${limit}
    ) as entry
    left join staff on kind = 'staff' and staff.id = who
    left join staff as actor on actor.id = actor_id
    left join api_key on kind = 'key' and api_key.id = who
    order by answered_at desc, entry.id desc`)
  return rows.map(toRequest)
}
