import { AUDIT_PER_PAGE, listAudit as endpoint } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import { readJson } from '../../foundation/platform/stored-json.ts'
import type { OperationsContext } from '../context.ts'
import { type AuditRow, listAuditRows } from './audit-list-store.ts'
import { listRowEntries, ROW_AREA } from './list-row-entries.ts'

function readCursor(cursor: string | undefined) {
  if (cursor === undefined) return undefined
  const [micros = '', id = ''] = cursor.split('.')
  return { micros, id }
}

function toEntry({ micros: _, before, after, created_at, ...row }: AuditRow) {
  return {
    ...row,
    before: before === null ? null : readJson(before),
    after: after === null ? null : readJson(after),
    created_at: created_at.toISOString(),
  }
}

export const listAudit = route(endpoint, async ({ project, query }, context: OperationsContext) => {
  const { db } = context
  const { person, area, environment, from, to } = query
  if (area === ROW_AREA) return listRowEntries(context, { projectId: project.id, query })
  const rows = await listAuditRows(db, {
    projectId: project.id,
    person,
    area,
    environment,
    from,
    to,
    after: readCursor(query.cursor),
    limit: AUDIT_PER_PAGE + 1,
  })
  const page = rows.slice(0, AUDIT_PER_PAGE)
  const last = rows.length > page.length ? page.at(-1) : undefined
  return {
    entries: page.map(toEntry),
    nextCursor: last ? `${last.micros}.${last.id}` : null,
  }
})
