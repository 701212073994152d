import { AUDIT_PER_PAGE, type AuditEntry, type EnvironmentName } from '@plinth/contract'
import { readJson } from '../../foundation/platform/stored-json.ts'
import { ACTS_AS } from '../../rows/statements/write/compile-audit.ts'
import { listRowChanges, type RowChange } from '../../rows/write/row-change-store.ts'
import type { OperationsContext } from '../context.ts'
import { findAuditPeople } from './audit-list-store.ts'

/** Staff changes to rows are recorded beside the rows, in the project's databases. */
export const ROW_AREA = 'row'

interface Asked {
  readonly projectId: string
  readonly query: {
    readonly person?: string | undefined
    readonly environment?: EnvironmentName | undefined
    readonly from?: string | undefined
    readonly to?: string | undefined
    readonly cursor?: string | undefined
  }
}

function placeOf(cursor: string | undefined) {
  if (cursor === undefined) return undefined
  const [micros = '', id = ''] = cursor.split('.')
  return { at: Number(micros) / 1000, id }
}

/** What was done to which table, and as whom if staff acted as an app user. */
function describe({ action, table, rowId }: RowChange): string {
  const [done, user] = action.split(ACTS_AS)
  const what = rowId === null ? `${done} into ${table}` : `${done} a row of ${table}`
  return user === undefined ? what : `${what}${ACTS_AS}${user}`
}

function toEntry(change: RowChange, person: AuditEntry['person']): AuditEntry {
  const { environment, rowId, createdOn } = change
  return {
    id: change.id,
    person,
    action: describe(change),
    area: ROW_AREA,
    entity_id: rowId ?? '',
    environment,
    before: change.before === null ? null : readJson(change.before),
    after: change.after === null ? null : readJson(change.after),
    request_id: change.requestId,
    address: null,
    agent: null,
    session_id: null,
    key_id: null,
    created_at: createdOn.toISOString(),
    sealed: false,
  }
}

/** A page of staff changes to the rows of a project, newest first. */
export async function listRowEntries(context: OperationsContext, { projectId, query }: Asked) {
  const { person, environment, from, to, cursor } = query
  const changes = await listRowChanges(context, {
    projectId,
    person,
    environment,
    from,
    to,
    after: placeOf(cursor),
    limit: AUDIT_PER_PAGE + 1,
  })
  const page = changes.slice(0, AUDIT_PER_PAGE)
  const last = changes.length > page.length ? page.at(-1) : undefined
  const people = await findAuditPeople(context.db, [...new Set(page.map((each) => each.staffId))])
  return {
    entries: page.map((each) =>
      toEntry(each, people.find(({ id }) => id === each.staffId) ?? null),
    ),
    nextCursor: last ? `${last.createdOn.getTime()}000.${last.id}` : null,
  }
}
